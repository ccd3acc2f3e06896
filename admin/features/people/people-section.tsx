import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatDate } from '#domain/dates.ts'
import * as controls from '../../ui/controls.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { ScrollTable } from '../../ui/scroll-table.tsx'
import { Section } from '../../ui/section.tsx'
import { staff } from './staff-query.ts'

/** As many as the dashboard shows of each kind. */
const NEWEST = 5

/** Who may do what, for admins; all that is done with accounts is on the screen Users, which asks why. */
export function PeopleSection() {
  const query = useQuery(staff(NEWEST))
  return (
    <Section
      id="user-management"
      title="User Management"
      note="Staff first, then the newest accounts"
      more={
        <Link className={controls.link} to="/users">
          All users
        </Link>
      }
    >
      <QueryState query={query} failure="Error loading users" empty="Nobody has an account yet.">
        {(people) => (
          <ScrollTable label="Accounts">
            <thead>
              <tr>
                <th>Email</th>
                <th>Role</th>
                <th>Last sign-in</th>
                <th>Second factor</th>
              </tr>
            </thead>
            <tbody>
              {people.map((person) => (
                <tr key={person.user_id}>
                  <td>{person.email}</td>
                  <td>{person.role ?? 'none'}</td>
                  <td>{formatDate(person.last_sign_in_at ?? '') || 'Never'}</td>
                  <td>
                    <span className={controls.badge} data-tone={person.has_second_factor ? 'green' : 'amber'}>
                      {person.has_second_factor ? 'On' : 'Off'}
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </ScrollTable>
        )}
      </QueryState>
    </Section>
  )
}
