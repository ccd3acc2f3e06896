import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { applyMigrations, loginPasswordFor, SIGNAL_EXIT_CODES, STOP_SIGNALS, silentLog, startEmbedded } from '#platform'
import { prepareApiLogins } from '#platform/testing'

export interface TestCluster {
  /** Owner connection string of its database `postgres`. */
  url: string
  loginPassword: string
  stop(): Promise<void>
}

/**
 * A throw-away embedded PostgreSQL, or the one that TEST_DATABASE_URL names (databases are made and dropped there),
 * with two migrated templates: `template_platform` and `template_shop`.
 */
export async function startTestCluster(): Promise<TestCluster> {
  const server = await startServer()
  const loginPassword = loginPasswordFor(server.url)
  const clusterUrl = server.url
  await makeTemplate({ clusterUrl, name: 'template_platform', from: 'template1', loginPassword, shop: false })
  await makeTemplate({ clusterUrl, name: 'template_shop', from: 'template_platform', loginPassword, shop: true })
  return { url: server.url, loginPassword, stop: server.stop }
}

async function startServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, stop: async () => {} }
  const folder = await mkdtemp(join(tmpdir(), 'dahlia-test-'))
  // As root the server runs under another account, which must be able to reach its folder.
  await chmod(folder, 0o711)
  // Durability is bought with time, and a test database is thrown away.
  // vitest ends on a signal without tearing down; on exit the database is told to stop.
  for (const signal of STOP_SIGNALS) process.once(signal, () => process.exit(SIGNAL_EXIT_CODES[signal]))
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' }
  const server = await startEmbedded({ dataDir: join(folder, 'db'), log: silentLog, settings })
  return {
    url: server.url,
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** An own database for one target or test file. */
export async function cloneTemplate({ clusterUrl, template, name }: CloneOptions): Promise<string> {
  await onCluster(clusterUrl, async (client) => {
    // Two files cloning one template at the same moment: Postgres refuses the second while the first copies.
    await client.query('select pg_advisory_lock(915001)')
    await client.query(`create database ${name} template template_${template}`)
  })
  return databaseUrl(clusterUrl, name)
}

/**
 * Sessions of pools that were ended close a moment later: one that is cut off before raises an error that nobody hears.
 * Those that stay open are cut off.
 */
export async function dropDatabase(clusterUrl: string, name: string): Promise<void> {
  await onCluster(clusterUrl, async (client) => {
    for (let tries = 0; tries < 20; tries += 1) {
      const { rows } = await client.query('select from pg_stat_activity where datname = $1 limit 1', [name])
      if (rows.length === 0) break
      await setTimeout(50)
    }
    await client.query(`drop database if exists ${name} with (force)`)
  })
}

interface CloneOptions {
  clusterUrl: string
  template: 'platform' | 'shop'
  name: string
}

interface TemplateOptions {
  clusterUrl: string
  name: string
  from: string
  loginPassword: string
  shop: boolean
}

async function makeTemplate({ clusterUrl, name, from, loginPassword, shop }: TemplateOptions) {
  await dropDatabase(clusterUrl, name)
  await onCluster(clusterUrl, (client) => client.query(`create database ${name} template ${from}`))
  await onCluster(databaseUrl(clusterUrl, name), async (client) => {
    await applyMigrations({
      client,
      folder: 'platform/migrations',
      history: { schema: '_platform', table: 'migrations' },
    })
    await prepareApiLogins(client, loginPassword)
    if (shop) {
      const history = { schema: 'supabase_migrations', table: 'schema_migrations' }
      await applyMigrations({ client, folder: 'supabase/migrations', history })
    }
  })
}

function databaseUrl(clusterUrl: string, name: string): string {
  const url = new URL(clusterUrl)
  url.pathname = `/${name}`
  return url.href
}

async function onCluster(connectionString: string, use: (client: pg.Client) => Promise<unknown>) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await use(client)
  } finally {
    await client.end()
  }
}
