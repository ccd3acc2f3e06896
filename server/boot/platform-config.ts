import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { siteConfig } from '#domain/site-config.ts'
import { type PlatformConfig, parseConfig, readTokenRoles } from '#platform'
import type { Config, Environment } from './config.ts'

const FILE = fileURLToPath(new URL('../../supabase/config.toml', import.meta.url))

/** supabase/config.toml with what this machine's settings say over it: address, mail server, file store, proxies. */
export async function readPlatformConfig(config: Config, env: Environment): Promise<PlatformConfig> {
  const { config: file } = parseConfig(await readFile(FILE, 'utf8'), env)
  const { smtp, s3, s3Protocol, siteUrl, trustedProxyHops, hostedUrl, retention, tokenRoles } = config
  const local = hostedUrl === null
  return {
    ...file,
    api: { ...file.api, enabled: local && file.api.enabled },
    realtime: { ...file.realtime, enabled: local && file.realtime.enabled },
    auth: {
      ...file.auth,
      enabled: local && file.auth.enabled,
      site_url: siteUrl,
      email: smtp ? { ...file.auth.email, smtp: mailServer(smtp) } : file.auth.email,
    },
    storage: {
      ...file.storage,
      enabled: local && file.storage.enabled,
      ...(s3 ? { s3: fileStore(s3) } : {}),
      s3_protocol: {
        ...file.storage.s3_protocol,
        access_key_id: s3Protocol?.accessKeyId,
        secret_access_key: s3Protocol?.secretAccessKey,
      },
    },
    platform: {
      ...file.platform,
      trusted_proxies: trustedProxyHops,
      token_roles: readTokenRoles([...file.platform.token_roles, ...tokenRoles]),
      retention: {
        audit_days: retention.auditDays,
        idle_session_days: retention.sessionDays,
        unconfirmed_account_days: retention.unconfirmedDays,
      },
    },
  }
}

function mailServer({ host, port, user, password, from }: NonNullable<Config['smtp']>) {
  return {
    enabled: true,
    host,
    port,
    user: user ?? '',
    pass: password ?? '',
    admin_email: from ?? '',
    // The settings may change it while the process runs.
    get sender_name() {
      return siteConfig.name
    },
  }
}

function fileStore({ bucket, endpoint, region, accessKeyId, secretAccessKey }: NonNullable<Config['s3']>) {
  return {
    bucket,
    endpoint,
    region,
    access_key_id: accessKeyId ?? '',
    secret_access_key: secretAccessKey ?? '',
    force_path_style: endpoint !== undefined,
  }
}
