import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { toast } from '#design/toasts.ts'
import { formatDate } from '#domain/dates.ts'
import { supabase, unwrap } from '../../client.ts'
import * as controls from '../../ui/controls.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { ScrollTable } from '../../ui/scroll-table.tsx'
import { Section } from '../../ui/section.tsx'
import { ROLES, type StaffRole } from '../session/rights.ts'
import { staff } from './staff-query.ts'

/** As many as the dashboard shows of each kind. */
const NEWEST = 5

/** Who may do what, for admins; all that is done with accounts is on the screen Users. */
export function PeopleSection() {
  const query = useQuery(staff(NEWEST))
  const change = useChangeRole()
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
                  <td>
                    <select
                      className={controls.input}
                      aria-label={`Role of ${person.email}`}
                      value={person.role ?? 'viewer'}
                      disabled={change.isPending}
                      onChange={({ currentTarget }) => {
                        const role = ROLES.find((it) => it === currentTarget.value)
                        if (role) change.mutate({ userId: person.user_id, role })
                      }}
                    >
                      {ROLES.map((role) => (
                        <option key={role}>{role}</option>
                      ))}
                    </select>
                  </td>
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

function useChangeRole() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ userId, role }: { userId: string; role: StaffRole }) => {
      unwrap(await supabase.rpc('update_user_role', { user_id_param: userId, role_param: role }))
    },
    onSuccess: () => toast('success', 'User role updated successfully'),
    onError: (error) => toast('error', `Failed to update role: ${error.message}`),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['staff'] }),
        client.invalidateQueries({ queryKey: ['staff-role'] }),
      ]),
  })
}
