import { createServer } from 'node:http'
import { createClient, type RealtimeClientOptions, type SupabaseClient } from '@supabase/supabase-js'
import { clientAddress, defaultConfig, silentLog } from '#platform'
import {
  type Claims,
  createGateway,
  createRealtimeService,
  createTokens,
  createWritesUnderWay,
  type RealtimeLimits,
  type Service,
} from '#platform/testing'
import type { TestDatabase } from './database.ts'
import { listen } from './listen.ts'

const keys = { publishable: 'sb_publishable_test', secret: 'sb_secret_test', required: false }
/** The same for all: processes on one database accept each other's tokens. */
const tokens = createTokens({ jwtSecret: 'a shared secret of the tests, long enough', signingKeys: [] })

export interface RealtimeServer {
  url: string
  /** supabase-js against this server; with claims: as that user. */
  client(options?: { claims?: Claims; secret?: boolean; realtime?: RealtimeClientOptions }): Promise<SupabaseClient>
  token(claims: Claims): Promise<string>
  close(): Promise<void>
}

/** Realtime behind the gateway on a port of its own: one process of the platform, as far as this family goes. */
export async function startRealtime(
  db: Pick<TestDatabase, 'url' | 'pools'>,
  options: { limits?: Partial<RealtimeLimits>; log?: typeof silentLog; rest?: Service } = {},
): Promise<RealtimeServer> {
  const signer = await tokens
  const server = createServer()
  const { url, close } = await listen(server)
  const context = {
    ...{ pools: db.pools, ownerUrl: db.url, tokens: signer, config: defaultConfig(), publicUrl: url },
    ...{ log: options.log ?? silentLog, now: () => new Date() },
  }
  const writes = createWritesUnderWay()
  const service = await createRealtimeService(context, { limits: options.limits ?? {}, writes })
  const gateway = createGateway({
    services: async () => ({ realtime: service, ...(options.rest ? { rest: options.rest } : {}) }),
    ...{ keys, tokens: signer, log: silentLog, writes },
  })
  server.on('upgrade', gateway.upgrade)
  server.on('request', async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}
    const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    const reply = await gateway.fetch(
      new Request(url + (request.url ?? '/'), { method: request.method ?? 'GET', headers, ...body }),
      { clientAddress: clientAddress(request, 0) },
    )
    response.writeHead(reply.status, Object.fromEntries(reply.headers))
    response.end(Buffer.from(await reply.arrayBuffer()))
  })
  const clients: SupabaseClient[] = []
  const token = (claims: Claims) => signer.sign({ exp: Math.floor(Date.now() / 1000) + 3600, ...claims })
  return {
    url,
    token,
    async client({ claims, secret = false, realtime = {} } = {}) {
      const userToken = claims && (await token(claims))
      const client = createClient(url, secret ? keys.secret : keys.publishable, {
        realtime,
        ...(userToken ? { accessToken: async () => userToken } : {}),
      })
      if (userToken) await client.realtime.setAuth()
      clients.push(client)
      return client
    },
    async close() {
      await Promise.all(clients.map((client) => client.removeAllChannels()))
      await service.close()
      await close()
    },
  }
}
