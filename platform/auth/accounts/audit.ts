import { randomUUID } from 'node:crypto'
import type { Queryable } from '../database.ts'
import { INSTANCE_ID, type Metadata, type User } from './users.ts'

/** Event → family, in GoTrue's words. */
const LOG_TYPES = {
  login: 'account',
  logout: 'account',
  invite_accepted: 'account',
  user_signedup: 'team',
  user_invited: 'team',
  user_deleted: 'team',
  user_modified: 'user',
  user_recovery_requested: 'user',
  user_reauthenticate_requested: 'user',
  user_confirmation_requested: 'user',
  user_repeated_signup: 'user',
  user_updated_password: 'user',
  identity_unlinked: 'user',
  token_revoked: 'token',
  token_refreshed: 'token',
  factor_in_progress: 'factor',
  factor_unenrolled: 'factor',
  factor_updated: 'factor',
  challenge_created: 'factor',
  verification_attempted: 'factor',
} as const

export type AuditAction = keyof typeof LOG_TYPES

export interface AuditEvent {
  action: AuditAction
  /** Whose event it is; null for the service itself acting through an admin key. */
  actor: User | null
  address: string
  now: Date
  traits?: Metadata
}

/** Writes one row of the audit log, in the transaction of what it tells. */
export async function audit(db: Queryable, { action, actor, address, now, traits }: AuditEvent): Promise<void> {
  const payload = {
    action,
    actor_id: actor?.id ?? INSTANCE_ID,
    actor_username: actor?.email || actor?.phone || 'service_role',
    actor_via_sso: actor?.is_sso_user ?? false,
    log_type: LOG_TYPES[action],
    ...(traits ? { traits } : {}),
  }
  await db.query(
    `insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address) values ($1, $2, $3, $4, $5)`,
    [INSTANCE_ID, randomUUID(), payload, now, address],
  )
}
