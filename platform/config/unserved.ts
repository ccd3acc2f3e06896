import type { PlatformConfig } from './schema.ts'

/** The CLI's default. */
const HEADER_LENGTH = 4096

/**
 * Sentences for settings that the CLI knows and that are set, but have no effect here. What the auth service would have
 * to refuse for safety's sake (hooks, senders of text messages) it checks itself when it starts.
 */
export function unservedSettings({ api, auth, db, realtime }: PlatformConfig): string[] {
  return [
    ...(api.tls.enabled ? ['api.tls is switched on, but put a proxy in front for HTTPS'] : []),
    ...(db.migrations.schema_paths.length > 0
      ? ['db.migrations.schema_paths has no effect: only the files of migrations/ are applied']
      : []),
    ...(auth.anon_key || auth.service_role_key
      ? ['auth.anon_key and auth.service_role_key have no effect: both keys are made of auth.jwt_secret']
      : []),
    ...(realtime.ip_version === 'IPv6' ? ['realtime.ip_version has no effect: --host says where to listen'] : []),
    ...(realtime.max_header_length === HEADER_LENGTH ? [] : ['realtime.max_header_length has no effect']),
  ]
}
