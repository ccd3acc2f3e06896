import { readFile } from 'node:fs/promises'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import pg from 'pg'
import { testDatabase } from '../../../tests/support/database.ts'
import { configSchema } from '../../config/schema.ts'
import type { Service } from '../../kernel/service.ts'
import { silentLog } from '../../log.ts'
import type { Pools } from '../../postgres/pools.ts'
import { createTokens } from '../../tokens.ts'
import { createRestService } from '../index.ts'

export interface Answer {
  status: number
  headers: Headers
  text: string
  /** The body as JSON, or undefined when it is none. */
  json: unknown
}

export interface RestHarness {
  send(path: string, init?: RequestInit): Promise<Answer>
  /** supabase-js without a socket, as the role given. */
  client(token?: string): SupabaseClient
  /** A signed token; `as('authenticated')` is user ALICE. */
  as(role: string, claims?: object): Promise<string>
  /** Runs SQL as the owner. */
  sql(text: string): Promise<pg.QueryResult>
  pools: Pools
  /** The owner's connection string. */
  url: string
  service: Service
  /** Milliseconds that the service's clock runs ahead of the machine's. */
  clock: { aheadMs: number }
  close(): Promise<void>
}

export const ALICE = '00000000-0000-4000-8000-00000000000a'
const JWT_SECRET = 'a-secret-for-tests-of-at-least-32-characters'

/** The REST service over a fresh database with the library of fixture.sql. `before` runs ahead of the service. */
export async function restHarness(before = ''): Promise<RestHarness> {
  const db = await testDatabase('platform')
  const owner = new pg.Client({ connectionString: db.url })
  await owner.connect()
  await owner.query(await readFile(new URL('fixture.sql', import.meta.url), 'utf8'))
  const { rows } = await owner.query<{ name: string }>('select current_database() as name')
  await owner.query(before.replaceAll('{database}', rows[0]?.name ?? ''))
  const tokens = await createTokens({ jwtSecret: JWT_SECRET, signingKeys: [] })
  const clock = { aheadMs: 0 }
  const config = configSchema.parse({ api: { schemas: ['public', 'archive'], max_rows: 50 } })
  const service = await createRestService({
    pools: db.pools,
    ownerUrl: db.url,
    tokens,
    config,
    publicUrl: 'http://rest.test',
    log: silentLog,
    now: () => new Date(Date.now() + clock.aheadMs),
  })
  const fetchService = (request: Request) =>
    service.fetch(request, { requestId: 'test', clientAddress: '127.0.0.1', mountPath: '' })
  return {
    service,
    clock,
    async send(path, init = {}) {
      const headers = new Headers(init.headers)
      // A string body would otherwise be announced as text/plain.
      if (init.body && !headers.has('content-type')) headers.set('content-type', 'application/json')
      const response = await fetchService(new Request(`http://rest.test${path}`, { ...init, headers }))
      const text = await response.text()
      return { status: response.status, headers: response.headers, text, json: parse(text) }
    },
    client: (token = '') =>
      createClient('http://rest.test', token || 'anonymous', {
        auth: { persistSession: false, autoRefreshToken: false },
        global: {
          fetch: async (input, init) => {
            const original = new Request(input, init)
            const request = new Request(original.url.replace('/rest/v1', ''), original)
            if (token === '') request.headers.delete('authorization')
            return fetchService(request)
          },
        },
      }),
    as: (role, claims = {}) => tokens.sign({ role, sub: ALICE, exp: Math.floor(Date.now() / 1000) + 3600, ...claims }),
    sql: (text) => owner.query(text),
    pools: db.pools,
    url: db.url,
    async close() {
      await service.close()
      await owner.end()
      await db.drop()
    },
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
