import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { silentLog } from '../../platform/log.ts'
import { startEmbedded } from '../../platform/postgres/embedded.ts'
import { applyMigrations } from '../../platform/postgres/migrate.ts'
import { prepareApiLogins } from '../../platform/postgres/pools.ts'

declare module 'vitest' {
  interface ProvidedContext {
    clusterUrl: string
    loginPassword: string
  }
}

/** One cluster for the whole run with two migrated templates: `template_platform` and `template_shop`. */
export default async function startTestCluster(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'dahlia-test-'))
  // As root the server runs under another account, which must be able to reach its folder.
  await chmod(folder, 0o711)
  // Durability is bought with time, and a test database is thrown away.
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' }
  const server = await startEmbedded({ dataDir: join(folder, 'db'), log: silentLog, settings })
  const loginPassword = 'test-login-password'
  await makeTemplate({
    clusterUrl: server.url,
    name: 'template_platform',
    from: 'template1',
    loginPassword,
    shop: false,
  })
  await makeTemplate({
    clusterUrl: server.url,
    name: 'template_shop',
    from: 'template_platform',
    loginPassword,
    shop: true,
  })
  project.provide('clusterUrl', server.url)
  project.provide('loginPassword', loginPassword)
  return async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

interface TemplateOptions {
  clusterUrl: string
  name: string
  from: string
  loginPassword: string
  shop: boolean
}

async function makeTemplate({ clusterUrl, name, from, loginPassword, shop }: TemplateOptions) {
  await withClient(clusterUrl, (client) => client.query(`create database ${name} template ${from}`))
  const url = new URL(clusterUrl)
  url.pathname = `/${name}`
  await withClient(url.href, async (client) => {
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

async function withClient(connectionString: string, use: (client: pg.Client) => Promise<unknown>) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await use(client)
  } finally {
    await client.end()
  }
}
