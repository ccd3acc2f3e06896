import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { createPlatform, type Log, loginPasswordFor, withSession } from '#platform'
import type { Config, Environment } from './config.ts'
import { StartError } from './errors.ts'
import { readPlatformConfig } from './platform-config.ts'
import { readSecrets } from './secrets.ts'

export interface AdminAccountOptions {
  config: Config
  env: Environment
  /** A database that runs and is migrated. */
  databaseUrl: string
  /** Null: the only admin. */
  email: string | null
  log: Log
}

export interface Admin {
  id: string
  email: string
}

/** Does something to the account of an admin, by the API of the accounts service: ours, or the hosted project's. */
export async function changeAdminAccount(
  options: AdminAccountOptions,
  change: (admin: Admin, service: SupabaseClient) => Promise<void>,
): Promise<Admin> {
  const { config, databaseUrl } = options
  const admin = await chooseAdmin(databaseUrl, options.email)
  const { secretKey } = await readSecrets(config)
  await using platform = await openAuth(options)
  const service = createClient(config.hostedUrl ?? config.siteUrl, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    ...(platform ? { global: { fetch: platform.fetch } } : {}),
  })
  await change(admin, service)
  return admin
}

async function chooseAdmin(databaseUrl: string, wanted: string | null): Promise<Admin> {
  return withSession({ url: databaseUrl, name: 'dahlia admin' }, async (client) => {
    const { rows } = await client.query<Admin>(
      `select account.id, account.email
       from auth.users account join public.user_roles on user_id = account.id
       where user_roles.role = 'admin' and email is not null
       order by email`,
    )
    const emails = rows.map(({ email }) => email).join(', ')
    if (rows.length === 0) throw new StartError('There is no admin yet: "npm start" makes one and says how to sign in.')
    const chosen = rows.find(({ email }) => email === wanted?.toLowerCase()) ?? (wanted === null ? rows[0] : undefined)
    if (!chosen) throw new StartError(`${wanted} is no admin. The admins are: ${emails}`)
    if (wanted === null && rows.length > 1) throw new StartError(`Say which admin: ${emails}`)
    return chosen
  })
}

/** Accounts alone: a running shop has the other services, and one stream of changes is enough. Null: a hosted project. */
async function openAuth({ config, env, databaseUrl, log }: AdminAccountOptions) {
  if (config.hostedUrl !== null) return null
  const { publishableKey, secretKey, jwtSecret, signingKey } = await readSecrets(config)
  const all = await readPlatformConfig(config, env)
  const platform = await createPlatform({
    databaseUrl,
    loginPassword: loginPasswordFor(databaseUrl),
    keys: { publishable: publishableKey, secret: secretKey, jwtSecret, signingKeys: [signingKey], required: true },
    config: {
      ...all,
      api: { ...all.api, enabled: false },
      realtime: { ...all.realtime, enabled: false },
      storage: { ...all.storage, enabled: false },
    },
    publicUrl: config.siteUrl,
    storageDir: join(config.dataDir, 'files'),
    functionsDir: null,
    log,
  })
  const fetch: typeof globalThis.fetch = (input, init) =>
    platform.fetch(new Request(input, init), { clientAddress: '127.0.0.1' })
  return { fetch, [Symbol.asyncDispose]: () => platform.close() }
}
