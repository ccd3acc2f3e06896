import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { formatAsOf } from '#domain/dates.ts'
import * as controls from '../../ui/controls.module.css'
import * as dialog from '../../ui/dialog.module.css'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { ROLES, type StaffRole } from '../session/rights.ts'
import { minimumRole } from '../settings/settings-section.tsx'
import { type StaffAction, sessionsOf, useStaffAction } from './staff-actions.ts'
import { type Person, staff } from './staff-query.ts'

export type Asked =
  | { kind: 'invite' }
  | { kind: 'invite-again' | 'role' | 'ban' | 'delete' | 'reset-factor' | 'sign-out'; person: Person }

const WORDS = {
  invite: ['Invite user', 'Send invitation', 'They get a mail with a link, and the role at once.'],
  'invite-again': [
    'Send the invitation again',
    'Send again',
    'They get a mail with a new link; the link of the mail before works no longer.',
  ],
  role: ['Change role', 'Save', 'The role counts from their next request on.'],
  ban: [
    'Ban account',
    'Ban',
    'Nobody can sign in with this account, and its sessions have no rights, until the ban is lifted.',
  ],
  unban: ['Lift ban', 'Lift ban', 'This account can sign in again.'],
  delete: ['Delete account', 'Delete', 'The account is gone for good. What it changed stays in the log.'],
  'reset-factor': [
    'Reset second factor',
    'Reset',
    'They sign in with the password alone, and can set up a new authenticator app.',
  ],
  'sign-out': ['Sessions', 'Sign out everywhere', 'Where this account is signed in.'],
} as const

/** One action on an account, with its reason: the log of changes keeps it. */
export function StaffDialog({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const person = asked.kind === 'invite' ? null : asked.person
  const isBanned = person?.banned_until != null && Date.parse(person.banned_until) > Date.now()
  const [title, button, text] = WORDS[asked.kind === 'ban' && isBanned ? 'unban' : asked.kind]
  const [role, setRole] = useState<StaffRole | ''>(asked.kind === 'invite' ? 'editor' : (person?.role ?? ''))
  const client = useQueryClient()
  const [began, setBegan] = useState<StaffRole | 'none'>(person?.role ?? 'none')
  const act = useStaffAction(onClose)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const email = String(form.get('email') ?? '').trim()
    const wanted = actionOf({ asked, email, role: role || null, began, isBanned })
    act.mutate(
      { ...wanted, reason: String(form.get('reason') ?? '').trim() },
      // The list is read again by then.
      { onError: () => person && setBegan(roleNow(client, person)) },
    )
  }
  return (
    <Dialog title={person ? `${title}: ${person.email}` : title} open onClose={onClose}>
      <form onSubmit={submit}>
        <p className={dialog.text}>{asked.kind === 'role' ? `The role is ${began} now. ${text}` : text}</p>
        {asked.kind === 'sign-out' && <Sessions userId={asked.person.user_id} />}
        {asked.kind === 'invite' && <Field label="Email" name="email" type="email" required maxLength={320} />}
        {(asked.kind === 'invite' || asked.kind === 'role') && (
          <label className={controls.field}>
            <span className={controls.label}>Role</span>
            <select
              className={controls.input}
              value={role}
              onChange={({ currentTarget }) => setRole(ROLES.find((it) => it === currentTarget.value) ?? '')}
            >
              {asked.kind === 'role' && <option value="">none</option>}
              {ROLES.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </select>
          </label>
        )}
        {(asked.kind === 'invite' || asked.kind === 'role') && <MayEnter role={role} />}
        <Field label="Reason" name="reason" required maxLength={500} autoComplete="off" />
        {act.error && (
          <p className={controls.error} role="alert">
            {act.error.message}
          </p>
        )}
        <div className={dialog.actions}>
          <button type="button" className={controls.button} data-quiet="" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className={controls.button} disabled={act.isPending}>
            {button}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

/** Whether this role opens the back office now, and what decides it. */
function MayEnter({ role }: { role: StaffRole | '' }) {
  const { data: [minimum] = [] } = useQuery(minimumRole)
  if (!minimum || role !== 'editor' || minimum === 'editor') return null
  return (
    <p className={controls.hint} role="status">
      An editor cannot enter the back office now: it is open to admins only. Choose “Admins and editors” under “Who may
      enter the back office” in <Link to="/dashboard#site-settings">Site Settings</Link>.
    </p>
  )
}

const roleNow = (client: QueryClient, { user_id }: Person): StaffRole | 'none' =>
  client.getQueryData(staff(200).queryKey)?.find((person) => person.user_id === user_id)?.role ?? 'none'

interface Choice {
  asked: Asked
  email: string
  role: StaffRole | null
  began: StaffRole | 'none'
  isBanned: boolean
}

function actionOf({ asked, email, role, began, isBanned }: Choice): StaffAction {
  if (asked.kind === 'invite') return { action: 'invite', email, role: role ?? 'viewer' }
  const { user_id } = asked.person
  if (asked.kind === 'role') return { action: 'role', user_id, role, began }
  if (asked.kind === 'ban') return { action: 'ban', user_id, banned: !isBanned }
  return { action: asked.kind, user_id }
}

function Sessions({ userId }: { userId: string }) {
  return (
    <QueryState query={useQuery(sessionsOf(userId))} failure="Error loading sessions" empty="Not signed in anywhere.">
      {(rows) => (
        <ul>
          {rows.map(({ id, last_used_at, user_agent, ip, aal }) => (
            <li key={id}>
              {`${formatAsOf(last_used_at)} · ${ip ?? 'unknown address'} · ${user_agent ?? 'unknown program'}${aal === 'aal2' ? ' · second factor' : ''}`}
            </li>
          ))}
        </ul>
      )}
    </QueryState>
  )
}
