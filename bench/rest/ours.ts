import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { createPlatform, defaultConfig, silentLog } from '#platform'

// The whole way: node:http, the gateway, /rest/v1, one round trip to Postgres.
const [databaseUrl = ''] = process.argv.slice(2)
const platform = await createPlatform({
  databaseUrl,
  loginPassword: 'bench-login-password',
  keys: {
    publishable: 'sb_publishable_bench',
    secret: 'sb_secret_bench',
    jwtSecret: 'a-secret-for-the-bench-of-32-characters',
    signingKeys: [],
    required: false,
  },
  config: defaultConfig(),
  publicUrl: 'http://127.0.0.1',
  storageDir: await mkdtemp(join(tmpdir(), 'dahlia-bench-files-')),
  functionsDir: null,
  log: silentLog,
})
await platform.migrate()
serve({ fetch: (request) => platform.fetch(request), port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  process.send?.(port),
)
process.once('SIGTERM', () => process.exit())
