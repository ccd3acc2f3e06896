import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { quoteIdentifier } from '../../postgres/identifier.ts'
import { presentUser } from '../accounts/present-user.ts'
import type { Metadata, User } from '../accounts/users.ts'
import type { Queryable } from '../database.ts'
import type { Auth, RequestContext } from '../deps.ts'
import { AuthError, unexpectedFailure } from '../errors.ts'

/** The operator's functions that we call: `pg-functions://<database>/<schema>/<function>`, as the CLI writes them. */
export const SUPPORTED_HOOKS = ['custom_access_token', 'before_user_created'] as const
export type HookName = (typeof SUPPORTED_HOOKS)[number]

const PG_FUNCTION = /^pg-functions:\/\/[^/]+\/([^/]+)\/([^/]+)$/
/** Every sign-in waits for it; GoTrue's own limit. */
const TIMEOUT = '2s'

const refusalSchema = z.looseObject({
  error: z.looseObject({ http_code: z.int().min(400).max(499).default(400), message: z.string().default('Rejected') }),
})
const claimsSchema = z.looseObject({
  claims: z.looseObject({ sub: z.string(), role: z.string(), exp: z.number(), session_id: z.string() }),
})

/** Schema and function of a hook's address, or null when it is none of ours. */
export function parseHookUri(uri: string): { schema: string; name: string } | null {
  const [, schema, name] = PG_FUNCTION.exec(uri) ?? []
  return schema && name ? { schema, name } : null
}

/** Lets the operator add to the claims of an access token. */
export async function withCustomClaims<Claims extends Metadata & { sub: string }>(
  auth: Auth,
  tx: Queryable,
  claims: Claims,
  method: string,
): Promise<Metadata> {
  const input = { user_id: claims.sub, claims, authentication_method: method }
  const output = await call(auth, tx, 'custom_access_token', input)
  if (output === null) return claims
  const parsed = claimsSchema.safeParse(output)
  if (parsed.success) return parsed.data.claims
  auth.log.error({ issues: parsed.error.issues }, 'the hook custom_access_token left out claims that tokens need')
  throw unexpectedFailure()
}

/** Lets the operator refuse a sign-up. The user is in the transaction already, and goes with it. */
export async function allowNewUser(context: RequestContext, tx: Queryable, user: User): Promise<void> {
  const { auth, call: request } = context.env
  if (!auth.config.hook.before_user_created?.enabled) return
  const metadata = {
    uuid: randomUUID(),
    time: auth.now().toISOString(),
    name: 'before-user-created',
    ip_address: request.clientAddress,
  }
  await call(auth, tx, 'before_user_created', { metadata, user: await presentUser(tx, user) })
}

async function call(auth: Auth, tx: Queryable, hook: HookName, input: Metadata): Promise<unknown> {
  const configured = auth.config.hook[hook]
  const target = configured?.enabled ? parseHookUri(configured.uri) : null
  if (!target) return null
  await tx.query(`set local statement_timeout = '${TIMEOUT}'`)
  // As on Supabase, so that the operator's grants mean the same.
  await tx.query('set local role supabase_auth_admin')
  const { rows } = await tx.query<{ output: unknown }>(
    `select ${quoteIdentifier(target.schema)}.${quoteIdentifier(target.name)}($1::jsonb) as output`,
    [input],
  )
  await tx.query('set local role none')
  await tx.query('set local statement_timeout to default')
  const output = rows[0]?.output ?? {}
  const refusal = refusalSchema.safeParse(output)
  if (refusal.success) throw new AuthError(refusal.data.error.http_code, 'hook_rejected', refusal.data.error.message)
  return output
}
