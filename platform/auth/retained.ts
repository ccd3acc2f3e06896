import type { PlatformConfig } from '../config/schema.ts'
import type { Retained } from '../kernel/retention.ts'

/** Longer than any code, link or flow is good for, whatever the settings. */
const FLOW_DAYS = 1

/** What of accounts and sign-in is deleted, and when. docs/operations.md shows it to the operator. */
export function retainedByAuth({ retention }: PlatformConfig['platform']): Retained[] {
  const flow = (table: string, column = 'created_at'): Retained => ({
    what: table,
    table,
    condition: `${column} < $1`,
    days: FLOW_DAYS,
  })
  return [
    flow('auth.flow_state'),
    flow('auth.oauth_client_states'),
    flow('auth.saml_relay_states'),
    flow('auth.mfa_challenges'),
    flow('auth.webauthn_challenges', 'expires_at'),
    flow('auth.oauth_authorizations'),
    flow('_platform.one_time_codes'),
    {
      what: 'links that were sent and not used',
      table: 'auth.one_time_tokens',
      // Written without a time zone, in UTC. Codes and links end after a day at the latest.
      condition: `updated_at < $1::timestamptz at time zone 'utc'`,
      days: 7,
    },
    // Reuse of an older token is still noticed for a week; after that it is merely unknown.
    {
      what: 'used refresh tokens',
      table: 'auth.refresh_tokens',
      condition: 'revoked and updated_at < $1',
      days: 7,
    },
    { what: 'ended sessions', table: 'auth.sessions', condition: 'not_after < $1', days: 1 },
    {
      what: 'sessions that nobody uses, with their refresh tokens',
      table: 'auth.sessions',
      condition: `created_at < $1 and coalesce(refreshed_at at time zone 'utc', updated_at, created_at) < $1`,
      days: retention.idle_session_days,
    },
    {
      what: 'accounts that were never confirmed',
      table: 'auth.users',
      condition: `created_at < $1 and updated_at < $1 and confirmed_at is null and last_sign_in_at is null
        and deleted_at is null and not is_anonymous and not is_sso_user`,
      days: retention.unconfirmed_account_days,
      // Each takes its identities and factors along.
      sliceRows: 100,
    },
    {
      what: 'audit entries',
      table: 'auth.audit_log_entries',
      condition: 'created_at < $1',
      days: retention.audit_days,
      sliceRows: 2000,
    },
    {
      what: 'networks that accounts signed in from',
      table: '_platform.sign_in_networks',
      condition: 'signed_in_at < $1',
      days: 31,
    },
    // Bodies of unsent messages hold links that have long expired.
    { what: 'mails that could not be sent', table: '_platform.outbox', condition: 'created_at < $1', days: 30 },
  ]
}
