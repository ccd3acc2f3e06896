import type { FunctionContext } from '../_shared/context.ts'
import { inTransaction } from '../_shared/in-transaction.ts'

/** Where an account is signed in, the last used first. */
export async function listSessions({ sql }: FunctionContext, userId: string) {
  const { rows } = await sql.query('select * from private.sessions_of($1)', [userId])
  return { sessions: rows }
}

/** Ends all of them; whoever holds a token has no rights from then on. */
export async function signOut(
  { sql }: FunctionContext,
  { user_id, reason, actor }: { user_id: string; reason: string; actor: string },
) {
  const ended = await inTransaction(sql, async (client) => {
    await client.query(`select set_config('app.actor', $1, true), set_config('app.reason', $2, true)`, [actor, reason])
    const { rows } = await client.query<{ ended: number }>('select private.end_sessions($1) as ended', [user_id])
    return rows[0]?.ended ?? 0
  })
  return { ended }
}
