import { z } from 'zod'
import type { FunctionContext } from './context.ts'
import { Refusal } from './http.ts'

export type StaffRole = 'editor' | 'admin'

const rights = z
  .array(z.object({ role: z.enum(['viewer', 'editor', 'admin']).nullable(), reason: z.string().nullable() }))
  .min(1)

const WHY: Record<string, string> = {
  no_role: 'Your account has no role in the back office.',
  application: 'An application that you signed in to has no rights in the back office.',
  session_ended: 'Your session has ended. Sign in again.',
  second_factor: 'Enter the code of your authenticator app first.',
  second_factor_missing: 'Admins need a second factor here. Set up an authenticator app first.',
}
const RANK = { viewer: 0, editor: 1, admin: 2 } as const

/** Lets only staff go on who have the role now, as the database grants it to this token. Returns the account's id. */
export async function requireStaff(ctx: FunctionContext, role: StaffRole): Promise<string> {
  const userId = ctx.caller?.userId
  if (!userId) throw new Refusal(401, 'Sign in first.')
  const { data, error } = await ctx.supabase.rpc('my_staff_role')
  if (error) throw new Error(`The caller's role could not be read: ${error.message}`)
  const [found] = rights.parse(data)
  if (found?.reason) throw new Refusal(403, WHY[found.reason] ?? 'You may not do this.')
  if (RANK[found?.role ?? 'viewer'] < RANK[role]) throw new Refusal(403, `This needs the role ${role}.`)
  return userId
}
