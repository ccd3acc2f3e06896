import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { formatAsOf } from '#domain/dates.ts'
import * as controls from '../../ui/controls.module.css'
import * as page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { ScrollTable } from '../../ui/scroll-table.tsx'
import { Section } from '../../ui/section.tsx'
import { useSession } from '../session/session-store.ts'
import type { Asked } from './staff-dialog.tsx'
import { type Person, staff } from './staff-query.ts'

// Not needed to read the list.
const StaffDialog = lazy(() => import('./staff-dialog.tsx').then((it) => ({ default: it.StaffDialog })))

/** Who has an account, what they may do, and everything that admins do with accounts. */
export function Component() {
  const query = useQuery(staff(200))
  const [asked, setAsked] = useState<Asked | null>(null)
  return (
    <>
      <title>Users | Admin Dashboard</title>
      <div className={page.bar}>
        <h1 className={page.title}>Users</h1>
        <button type="button" className={controls.button} onClick={() => setAsked({ kind: 'invite' })}>
          <UserPlus size={16} aria-hidden="true" /> Invite user
        </button>
      </div>
      <Section title="Accounts" note="Staff first, then the newest; 200 at most">
        <QueryState query={query} failure="Error loading users" empty="Nobody has an account yet.">
          {(people) => (
            <ScrollTable label="Accounts and their roles" stacks>
              <thead>
                <tr>
                  <th>Email</th>
                  <th>Role</th>
                  <th>State</th>
                  <th>Last sign-in</th>
                  <th>Second factor</th>
                  <th>Actions</th>
                </tr>
              </thead>
              <tbody>
                {people.map((person) => (
                  <PersonRow key={person.user_id} person={person} onAsk={setAsked} />
                ))}
              </tbody>
            </ScrollTable>
          )}
        </QueryState>
      </Section>
      {asked && (
        <Suspense>
          <StaffDialog asked={asked} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </>
  )
}

function PersonRow({ person, onAsk }: { person: Person; onAsk: (asked: Asked) => void }) {
  const { user } = useSession()
  const isOwn = user?.id === person.user_id
  const isBanned = person.banned_until !== null && Date.parse(person.banned_until) > Date.now()
  const state = isBanned ? STATES.banned : person.invited_at ? STATES.invited : STATES.active
  const actions: [Exclude<Asked['kind'], 'invite'>, string, boolean][] = [
    ['invite-again', 'Send again', person.invited_at !== null],
    ['role', 'Role', true],
    ['sign-out', 'Sessions', true],
    ['reset-factor', 'Reset second factor', person.has_second_factor],
    // Nobody locks themselves out; the function refuses it too.
    ['ban', isBanned ? 'Lift ban' : 'Ban', !isOwn],
    ['delete', 'Delete', !isOwn],
  ]
  return (
    <tr>
      <td>{person.email}</td>
      <td data-label="Role">{person.role ?? 'none'}</td>
      <td data-label="State">
        <span className={controls.badge} data-tone={state.tone}>
          {state.word}
        </span>
      </td>
      <td data-label="Last sign-in">{signInOf(person)}</td>
      <td data-label="Second factor">
        <span className={controls.badge} data-tone={person.has_second_factor ? 'green' : 'amber'}>
          {person.has_second_factor ? 'On' : 'Off'}
        </span>
      </td>
      <td className={page.row}>
        {actions.map(
          ([kind, label, isOffered]) =>
            isOffered && (
              <button
                key={kind}
                type="button"
                className={controls.link}
                aria-label={`${label}: ${person.email}`}
                onClick={() => onAsk({ kind, person })}
              >
                {label}
              </button>
            ),
        )}
      </td>
    </tr>
  )
}

const STATES = {
  banned: { word: 'Banned', tone: 'red' },
  invited: { word: 'Invited', tone: 'amber' },
  active: { word: 'Active', tone: 'green' },
} as const

function signInOf({ last_sign_in_at, invited_at }: Person): string {
  if (last_sign_in_at) return formatAsOf(last_sign_in_at)
  return invited_at ? `Never; invited ${formatAsOf(invited_at)}` : 'Never'
}
