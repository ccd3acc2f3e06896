import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { exportJWK, generateKeyPair } from 'jose'
import type pg from 'pg'
import type { TestDatabase } from '../../../tests/support/database.ts'
import { configSchema } from '../../config/schema.ts'
import { silentLog } from '../../log.ts'
import { createTokens, type Tokens } from '../../tokens.ts'
import { type AuthServiceOptions, createAuthService } from '../index.ts'

export const JWT_SECRET = 'a secret of the tests with more than thirty-two characters'
export const PUBLIC_URL = 'http://app.test'

export interface AuthUnderTest {
  /** Calls the service as a gateway would, the path without prefix. */
  request(path: string, init?: RequestInit & { address?: string }): Promise<Response>
  /** The unmodified client, whose requests go to the service without a socket. */
  client(options?: { flowType?: 'implicit' | 'pkce'; address?: string }): SupabaseClient
  admin: SupabaseClient['auth']['admin']
  tokens: Tokens
  /** The newest message to an address. */
  lastMessage(recipient: string): Promise<OutboxMessage>
  /** Moves the service's clock. */
  advance(seconds: number): void
  close(): Promise<void>
}

export interface OutboxMessage {
  kind: string
  subject: string
  text: string
  html: string
  /** The digits in it. */
  code: string
  /** The address that its link opens. */
  link: URL | null
}

export interface AuthTestOptions extends Partial<AuthServiceOptions> {
  /** `[auth]` as in config.toml. */
  config?: Record<string, unknown>
  /** As `[platform] limit_addresses`. */
  limitAddresses?: boolean
  /** As `[platform] recent_proof`. */
  recentProof?: string
}

export async function authUnderTest(
  db: TestDatabase,
  { config: overrides = {}, limitAddresses = false, recentProof = '0', ...options }: AuthTestOptions = {},
): Promise<AuthUnderTest> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const tokens = await createTokens({ jwtSecret: JWT_SECRET, signingKeys: [await exportJWK(privateKey)] })
  const config = configSchema.parse({
    auth: {
      site_url: 'https://app.example',
      additional_redirect_urls: ['https://*.preview.example/**', 'acme://sign-in'],
      ...overrides,
    },
    platform: { limit_addresses: limitAddresses, recent_proof: recentProof },
  })
  let skewMs = 0
  const now = () => new Date(Date.now() + skewMs)
  const context = {
    pools: db.pools,
    ownerUrl: db.url,
    tokens,
    config,
    publicUrl: PUBLIC_URL,
    log: silentLog,
    now,
  }
  const service = await createAuthService(context, { guardedFetch: fetch, ...options })
  const serviceKey = await tokens.sign({ role: 'service_role', exp: 4_000_000_000 })

  function request(path: string, { address = '198.51.100.7', ...init }: RequestInit & { address?: string } = {}) {
    const call = { requestId: 'test', clientAddress: address, mountPath: '/auth/v1' }
    return service.fetch(new Request(`${PUBLIC_URL}${path}`, init), call)
  }

  function connect(
    key: string,
    { flowType = 'implicit', address }: { flowType?: 'implicit' | 'pkce'; address?: string },
  ) {
    const inProcess: typeof fetch = async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input)
      return request(`${url.pathname.replace('/auth/v1', '')}${url.search}`, {
        ...init,
        ...(address ? { address } : {}),
      })
    }
    return createClient(PUBLIC_URL, key, {
      auth: { flowType, autoRefreshToken: false, persistSession: true, storage: memory(), detectSessionInUrl: false },
      global: { fetch: inProcess },
    })
  }

  return {
    request,
    client: (clientOptions = {}) => connect('anon', clientOptions),
    admin: connect(serviceKey, {}).auth.admin,
    tokens,
    lastMessage: (recipient) => lastMessage(db.pools.owner, recipient),
    advance(seconds) {
      skewMs += seconds * 1000
    },
    close: () => service.close(),
  }
}

async function lastMessage(pool: pg.Pool, recipient: string): Promise<OutboxMessage> {
  const { rows } = await pool.query<{ kind: string; subject: string; body_text: string; body_html: string }>(
    'select kind, subject, body_text, body_html from _platform.outbox where recipient = $1 order by created_at desc limit 1',
    [recipient],
  )
  const row = rows[0]
  if (!row) throw new Error(`Nothing was sent to ${recipient}.`)
  const link = /https?:\/\/\S+\/verify\?\S+/.exec(row.body_text)?.[0]
  return {
    kind: row.kind,
    subject: row.subject,
    text: row.body_text,
    html: row.body_html,
    code: /\b\d{6}\b/.exec(row.body_text.replaceAll(/https?:\S+/g, ''))?.[0] ?? '',
    link: link ? new URL(link) : null,
  }
}

/** Each client keeps its session to itself. */
function memory() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}
