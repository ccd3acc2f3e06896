import { createHash, randomBytes } from 'node:crypto'
import type { Queryable } from '../newsletter/tokens.ts'

export const ALERT_KINDS = ['target', 'low', 'stock'] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

export interface Watcher {
  id: string
  email: string
}

/** As for the newsletter: longer than a holiday; who has not confirmed by then is deleted. */
export const CONFIRM_ALERT_DAYS = 7

/** What the form says beside its button. Kept with each alert as proof of consent. */
export const ALERT_CONSENT = 'One mail a day at most, about what you asked for; leave with one click in every mail.'

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** A token that confirms one alert, or without one manages all of the watcher's. Only its hash is stored. */
export async function makeAlertToken(sql: Queryable, watcherId: string, alertId: string | null): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await sql.query(
    `insert into private.alert_tokens (token_hash, watcher_id, alert_id, expires_at)
     values ($1, $2, $3, case when $3::uuid is not null then now() + make_interval(days => $4) end)`,
    [hashOf(token), watcherId, alertId, CONFIRM_ALERT_DAYS],
  )
  return token
}

/** Whose token it is; the alert's id where it confirms one. Null when it is too old, or no token at all. */
export async function ownerOf(
  sql: Queryable,
  token: string,
): Promise<{ watcherId: string; alertId: string | null } | null> {
  const { rows } = await sql.query<{ watcherId: string; alertId: string | null }>(
    `select watcher_id as "watcherId", alert_id as "alertId" from private.alert_tokens
     where token_hash = $1 and coalesce(expires_at, 'infinity') > now()`,
    [hashOf(token)],
  )
  return rows[0] ?? null
}
