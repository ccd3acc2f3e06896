import { z } from 'zod'
import { line, postFunction } from '../_shared/http.ts'
import { requireRecentProof } from '../_shared/recent-proof.ts'
import { requireStaff } from '../_shared/staff.ts'
import { ban, deleteAccount, giveRole, invite, inviteAgain, list, resetFactor } from './actions.ts'
import { listSessions, signOut } from './sessions.ts'

const userId = z.uuid('This is no id of a user.')
const reason = line(500).refine((words) => words !== '', 'Say in a few words why.')
const role = z.enum(['viewer', 'editor', 'admin'], 'The roles are viewer, editor and admin.')
/** The role that the caller saw. */
const began = z.enum(['none', 'viewer', 'editor', 'admin']).optional()

/** Not worth the password again: to look, and to end what may be a thief's session at once. */
const HARMLESS: ReadonlySet<string> = new Set(['list', 'sessions', 'sign-out'])

/** Everything that admins do with accounts, for which the secret key is needed: the browser never holds it. */
export default postFunction({
  input: z.discriminatedUnion('action', [
    z.object({ action: z.literal('list'), max_rows: z.int().min(1).max(200).default(50) }),
    z.object({ action: z.literal('invite'), email: z.email('Please enter an e-mail address.'), role, reason }),
    z.object({ action: z.literal('invite-again'), user_id: userId, reason }),
    z.object({ action: z.literal('role'), user_id: userId, role: role.nullable(), began, reason }),
    z.object({ action: z.literal('ban'), user_id: userId, banned: z.boolean(), reason }),
    z.object({ action: z.literal('delete'), user_id: userId, reason }),
    z.object({ action: z.literal('reset-factor'), user_id: userId, reason }),
    z.object({ action: z.literal('sessions'), user_id: userId }),
    z.object({ action: z.literal('sign-out'), user_id: userId, reason }),
  ]),
  maxBytes: 4000,
  async run(input, ctx) {
    const actor = await requireStaff(ctx, 'admin')
    if (!HARMLESS.has(input.action)) await requireRecentProof(ctx)
    switch (input.action) {
      case 'list':
        return list(ctx, input.max_rows)
      case 'invite':
        return invite(ctx, input)
      case 'invite-again':
        return inviteAgain(ctx, { ...input, actor })
      case 'role':
        return giveRole(ctx, input)
      case 'ban':
        return ban(ctx, { ...input, actor })
      case 'delete':
        return deleteAccount(ctx, { ...input, actor })
      case 'reset-factor':
        return resetFactor(ctx, { ...input, actor })
      case 'sessions':
        return listSessions(ctx, input.user_id)
      case 'sign-out':
        return signOut(ctx, { ...input, actor })
    }
  },
})
