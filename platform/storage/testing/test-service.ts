import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StorageClient } from '@supabase/storage-js'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { configSchema } from '../../config/schema.ts'
import type { Service, ServiceContext } from '../../kernel/service.ts'
import { silentLog } from '../../log.ts'
import { type Claims, createTokens } from '../../tokens.ts'
import { openDiskStore } from '../blob-store/disk-store.ts'
import type { VersionStore } from '../blob-store/version-store.ts'
import { createStorageService } from '../index.ts'

export interface TestStorage {
  db: TestDatabase
  store: VersionStore
  context: ServiceContext
  service: Service
  /** Calls the service without a socket, as whoever the claims say; null sends no token. */
  call(path: string, options?: RequestInit & { as?: Claims | null; duplex?: 'half' }): Promise<Response>
  /** The unmodified client, as whoever the claims say. */
  client(claims: Claims): Promise<StorageClient>
  token(claims: Claims): Promise<string>
  stop(): Promise<void>
}

export const SERVICE: Claims = { role: 'service_role' }
export const ANON: Claims = { role: 'anon' }

/** The storage service on a database and a folder of its own. */
export async function testStorage(
  options: { open?: (folder: string) => Promise<VersionStore>; now?: () => Date; settings?: object } = {},
): Promise<TestStorage> {
  const { open = openDiskStore, now = () => new Date(), settings = {} } = options
  const folder = await mkdtemp(join(tmpdir(), 'storage-test-'))
  const db = await testDatabase('platform')
  const tokens = await createTokens({ jwtSecret: 'a secret for the tests that is long enough', signingKeys: [] })
  const store = await open(folder)
  const context: ServiceContext = {
    pools: db.pools,
    ownerUrl: db.url,
    tokens,
    config: configSchema.parse({
      storage: { image_transformation: { enabled: true }, ...settings },
      platform: { reencoded_buckets: ['clean'] },
    }),
    publicUrl: 'http://storage.test',
    log: silentLog,
    now,
  }
  const service = await createStorageService(context, { store })
  const send = (request: Request) =>
    service.fetch(request, { requestId: 'test', clientAddress: '127.0.0.1', mountPath: '/storage/v1' })
  const token = (claims: Claims) => tokens.sign({ iat: Math.floor(Date.now() / 1000), ...claims })
  return {
    db,
    store,
    context,
    service,
    token,
    async call(path, { as = SERVICE, ...init } = {}) {
      const request = new Request(`http://storage.test${path}`, init)
      if (as) request.headers.set('authorization', `Bearer ${await token(as)}`)
      return send(request)
    },
    async client(claims) {
      const headers = { authorization: `Bearer ${await token(claims)}` }
      return new StorageClient('http://storage.test', headers, (input, init) => send(new Request(input, init)))
    },
    async stop() {
      await service.close()
      await db.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
