import type { FunctionContext } from './context.ts'
import { Refusal } from './http.ts'

/**
 * Refuses a caller who has not proved within ten minutes who they are, as private.require_recent_proof does for SQL. A token
 * without a session was signed by the operator.
 */
export async function requireRecentProof({ caller, sql }: Pick<FunctionContext, 'caller' | 'sql'>): Promise<void> {
  const session = caller?.claims.session_id
  if (typeof session !== 'string') return
  const { rows } = await sql.query<{ proved: boolean }>('select private.is_recently_proved($1) as proved', [session])
  // The status that the office asks for the password at.
  if (!rows[0]?.proved) throw new Refusal(428, 'Enter your password again to do this.')
}
