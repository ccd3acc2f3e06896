import { createHash, randomBytes } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'

/** A pool, or the session of a transaction. */
export type Queryable = Pick<Pool, 'query'> | Pick<PoolClient, 'query'>

export type TokenPurpose = 'confirm' | 'unsubscribe'

/** Token owner and subscription state. */
export interface Subscriber {
  id: string
  email: string
  status: 'pending' | 'confirmed' | 'unsubscribed'
}

/** Longer than a holiday; who has not confirmed by then is deleted. */
export const CONFIRM_DAYS = 7

/** Makes a token for one purpose, for one email. Only its hash is stored. */
export async function makeToken(sql: Queryable, subscriberId: string, purpose: TokenPurpose): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await sql.query(
    `insert into private.newsletter_tokens (token_hash, subscriber_id, purpose, expires_at)
     values ($1, $2, $3, case when $3 = 'confirm' then now() + make_interval(days => $4) end)`,
    [hashOf(token), subscriberId, purpose, CONFIRM_DAYS],
  )
  return token
}

/** Whose token it is; null when it is for something else, too old, or no token at all. */
export async function subscriberOf(sql: Pool, token: string, purpose: TokenPurpose): Promise<Subscriber | null> {
  const { rows } = await sql.query<Subscriber>(
    `select subscriber.id, subscriber.email, subscriber.status
     from private.newsletter_tokens token
     join public.newsletter_subscribers subscriber on subscriber.id = token.subscriber_id
     where token.token_hash = $1 and token.purpose = $2 and coalesce(token.expires_at, 'infinity') > now()`,
    [hashOf(token), purpose],
  )
  return rows[0] ?? null
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()
