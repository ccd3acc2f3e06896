import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '#design/toasts.ts'
import { callFunction } from '../../call-function.ts'
import { z } from '../../zod.ts'
import type { StaffRole } from '../session/rights.ts'

/** What admins do with an account, all by the function manage-staff: it has the secret key, which no browser holds. */
export type StaffAction =
  | { action: 'invite'; email: string; role: StaffRole }
  | { action: 'invite-again'; user_id: string }
  | { action: 'role'; user_id: string; role: StaffRole | null; began: StaffRole | 'none' }
  | { action: 'ban'; user_id: string; banned: boolean }
  | { action: 'delete'; user_id: string }
  | { action: 'reset-factor'; user_id: string }
  | { action: 'sign-out'; user_id: string }

const DONE: Record<StaffAction['action'], string> = {
  invite: 'Invitation sent',
  'invite-again': 'Invitation sent again',
  role: 'User role updated successfully',
  ban: 'Account updated',
  delete: 'Account deleted',
  'reset-factor': 'Second factor removed',
  'sign-out': 'Signed out everywhere',
}

const lockedOut = z.object({ may_enter: z.literal(false) })
const LOCKED_OUT =
  'Invited, but this role cannot enter the back office now: Site Settings, “Who may enter the back office”.'
const waiting = z.object({ waits: z.literal(true) })
const WAITS = 'The invitation waits in the outbox until this shop has a mail server. Set-up says how.'

export function useStaffAction(onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (wanted: StaffAction & { reason: string }) => callFunction('manage-staff', wanted),
    onSuccess: (answer, { action }) => {
      if (waiting.safeParse(answer).success) toast('info', WAITS)
      else if (!lockedOut.safeParse(answer).success) toast('success', DONE[action])
      if (lockedOut.safeParse(answer).success) toast('info', LOCKED_OUT)
      onDone()
    },
    onError: ({ message }, { action }) => action === 'role' && toast('error', `Failed to update role: ${message}`),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['staff'] }),
        client.invalidateQueries({ queryKey: ['staff-role'] }),
        client.invalidateQueries({ queryKey: ['sessions'] }),
      ]),
  })
}

const sessions = z.object({
  sessions: z.array(
    z.object({
      id: z.string(),
      created_at: z.string(),
      last_used_at: z.string(),
      user_agent: z.string().nullable(),
      ip: z.string().nullable(),
      aal: z.string().nullable(),
    }),
  ),
})

export const sessionsOf = (userId: string) => ({
  queryKey: ['sessions', userId],
  queryFn: async () =>
    sessions.parse(await callFunction('manage-staff', { action: 'sessions', user_id: userId })).sessions,
})
