import type { PoolClient } from 'pg'
import type { FunctionContext } from '../_shared/context.ts'
import { Refusal } from '../_shared/http.ts'
import { inTransaction } from '../_shared/in-transaction.ts'
import { removeFactors } from '../_shared/remove-factors.ts'
import { requireStaff } from '../_shared/staff.ts'

interface OnUser {
  user_id: string
  reason: string
}
interface ByAdmin extends OnUser {
  actor: string
}

/** A ban without an end, in the words of the accounts service: a hundred years. */
const FOR_EVER = '876000h'

export async function list({ supabase }: FunctionContext, maxRows: number) {
  const { data, error } = await supabase.rpc('list_staff', { max_rows: maxRows })
  if (error) throw new Refusal(403, error.message)
  return { staff: data }
}

/** Mails an invitation and gives the role at once; an address that has an account already only gets the role. */
export async function invite(ctx: FunctionContext, wanted: { email: string; role: string; reason: string }) {
  const { data, error } = await ctx.service.auth.admin.inviteUserByEmail(wanted.email, {
    // The link signs them in once: without a password of their own they could not come back.
    redirectTo: `${ctx.url}/reset-password`,
  })
  if (error?.code === 'email_exists') {
    throw new Refusal(409, 'This address has an account already. Give it the role in the list.')
  }
  if (error) throw new Refusal(502, `The invitation was not sent: ${error.message}`)
  await giveRole(ctx, { user_id: data.user.id, role: wanted.role, reason: wanted.reason })
  // Without a mail server the invitation lies in the outbox.
  return { user_id: data.user.id, waits: !ctx.settings.MAIL_SERVER, may_enter: await mayEnter(ctx, wanted.role) }
}

/** Whether the setting opens the back office to this role. */
async function mayEnter({ supabase }: FunctionContext, role: string): Promise<boolean> {
  if (role !== 'editor') return role === 'admin'
  const { data, error } = await supabase.from('site_settings').select('value').eq('key', 'admin_minimum_role')
  if (error) throw new Refusal(502, `The setting was not read: ${error.message}`)
  return data[0]?.value === 'editor'
}

/** The same invitation once more, with a link that works; the one before works no longer. */
export async function inviteAgain(ctx: FunctionContext, wanted: ByAdmin) {
  const found = await ctx.service.auth.admin.getUserById(wanted.user_id)
  if (found.error) throw accountRefusal(found.error)
  const { error } = await ctx.service.auth.admin.inviteUserByEmail(found.data.user.email ?? '', {
    redirectTo: `${ctx.url}/reset-password`,
  })
  if (error?.code === 'email_exists') {
    throw new Refusal(409, 'This invitation is accepted already. They choose a new password by "Forgot password?".')
  }
  if (error) throw new Refusal(502, `The invitation was not sent: ${error.message}`)
  await inTransaction(ctx.sql, (client) => note(client, wanted, 'invited again'))
  return { waits: !ctx.settings.MAIL_SERVER }
}

/** As the caller, so that the database decides and the log names the person. */
export async function giveRole(
  { supabase }: FunctionContext,
  wanted: OnUser & { role: string | null; began?: string | undefined },
) {
  const { error } = await supabase.rpc('give_role', {
    user_id_param: wanted.user_id,
    role_param: wanted.role,
    reason_param: wanted.reason,
    began_param: wanted.began ?? null,
  })
  if (error) throw new Refusal(statusOf(error.code), error.hint ? `${error.message}. ${error.hint}` : error.message)
  return {}
}

const statusOf = (code: string) => (code === '42501' ? 403 : code === 'PT404' ? 404 : 409)

export async function ban(ctx: FunctionContext, wanted: ByAdmin & { banned: boolean }) {
  return aloneAmongAdmins(ctx, async (client) => {
    if (wanted.banned) await refuseToLoseAdmins(client, wanted, 'banned')
    const { error } = await ctx.service.auth.admin.updateUserById(wanted.user_id, {
      ban_duration: wanted.banned ? FOR_EVER : 'none',
    })
    if (error) throw accountRefusal(error)
    await note(client, wanted, wanted.banned ? 'banned' : 'ban lifted')
    return {}
  })
}

export async function deleteAccount(ctx: FunctionContext, wanted: ByAdmin) {
  return aloneAmongAdmins(ctx, async (client) => {
    await refuseToLoseAdmins(client, wanted, 'deleted')
    const { error } = await ctx.service.auth.admin.deleteUser(wanted.user_id)
    if (error) throw accountRefusal(error)
    await note(client, wanted, 'deleted')
    return {}
  })
}

export async function resetFactor(ctx: FunctionContext, wanted: ByAdmin) {
  const removed = await removeFactors(ctx, wanted.user_id)
  if (removed === 0) throw new Refusal(409, 'This user has no second factor.')
  await inTransaction(ctx.sql, (client) => note(client, wanted, 'second factor removed'))
  return { removed }
}

/**
 * While nobody else takes an admin away: of two admins who ban each other at one moment, the second is none any more. One
 * session for the lock and the log, so that calls that wait cannot take the sessions that the one before them needs.
 */
function aloneAmongAdmins<Result>(ctx: FunctionContext, work: (client: PoolClient) => Promise<Result>) {
  return inTransaction(ctx.sql, async (client) => {
    await client.query('select private.lock_admins()')
    await requireStaff(ctx, 'admin')
    return work(client)
  })
}

async function refuseToLoseAdmins(client: PoolClient, { user_id, actor }: ByAdmin, what: string) {
  if (user_id === actor) throw new Refusal(409, `You cannot be ${what} by yourself. Ask another admin.`)
  const { rows } = await client.query<{ last: boolean }>('select private.is_last_admin($1) as last', [user_id])
  if (rows[0]?.last) throw new Refusal(409, `The last admin cannot be ${what}. Make another user admin first.`)
}

function accountRefusal(error: { status?: number | undefined; message: string }): Refusal {
  if (error.status === 404) return new Refusal(404, 'There is no such user. Look at the list again.')
  return new Refusal(502, `The accounts service refused: ${error.message}`)
}

/** Accounts are no table of the shop's: what is done to them is told to the log by hand. */
async function note(client: PoolClient, { user_id, actor, reason }: ByAdmin, what: string) {
  await client.query(`select set_config('app.actor', $1, true), set_config('app.reason', $2, true)`, [actor, reason])
  await client.query('select private.log_account_change($1, $2)', [user_id, what])
}
