import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buildSchema, type GraphQLSchema, graphql, parse, validate } from 'graphql'
import { z } from 'zod'
import { listen } from '../../support/listen.ts'
import { queryCost } from './query-cost.ts'
import { rootValue } from './resolvers.ts'

export const PUBLIC_TOKEN = 'public-token-of-the-tests'
export const STORE_DOMAIN = 'dahlia-test.myshopify.com'

/** What the store does with the next requests. Everything but `serve` is damage that real stores show. */
export type Behaviour =
  | { kind: 'serve'; maxDepth?: number; maxComplexity?: number; noInventoryScope?: boolean }
  | { kind: 'status'; status: number }
  | { kind: 'throttled' }
  | { kind: 'error'; message: string }
  | { kind: 'silent' }
  | { kind: 'hang-up' }
  | { kind: 'html' }
  | { kind: 'huge' }

export interface FakeStore {
  /** Where it really listens. */
  url: string
  /** Leads requests for the store's domain here, and refuses all others. */
  fetch: typeof fetch
  /** One for each next request; the last one stays. */
  behave(...behaviours: Behaviour[]): void
  /** Queries received, with their API version and variables. */
  asked: { version: string; query: string; variables: Record<string, unknown> }[]
  close(): Promise<void>
}

export const storefrontSchema: GraphQLSchema = buildSchema(
  readFileSync(new URL('./schema.graphql', import.meta.url), 'utf8'),
)

/** The oldest version that is still served; older requests fall forward to it. */
const OLDEST_VERSION = '2026-01'

const body = z.object({ query: z.string(), variables: z.record(z.string(), z.unknown()).default({}) })

/** A Storefront API over HTTP: real queries executed against the schema, with Shopify's limits, statuses and failures. */
export async function startFakeStore(): Promise<FakeStore> {
  let behaviours: Behaviour[] = []
  let behaviour: Behaviour = { kind: 'serve' }
  const asked: FakeStore['asked'] = []
  const server = createServer((request, response) => {
    behaviour = behaviours.shift() ?? behaviour
    answer({ request, response, behaviour, asked }).catch((error: unknown) => response.destroy(toError(error)))
  })
  const { url, close } = await listen(server)
  return {
    url,
    fetch(input, init) {
      const { kind } = behaviours[0] ?? behaviour
      return leadTo(url, kind === 'silent' ? 1000 : 30_000)(input, init)
    },
    behave(...next) {
      behaviours = next
    },
    asked,
    close,
  }
}

/**
 * Stands in for the guarded fetch, which rightly refuses this machine's own address. The real one waits 10 s for a silent
 * store; a test of silence need not, and a busy machine takes its time for any other.
 */
export function leadTo(url: string, silenceMs: number): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const target = new URL(request.url)
    if (target.origin !== `https://${STORE_DOMAIN}`) throw new Error(`An unexpected request left for ${target.origin}.`)
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(silenceMs)])
    const reply = await fetch(url + target.pathname, {
      method: request.method,
      headers: request.headers,
      body: await request.text(),
      signal,
    })
    const text = await reply.text()
    if (text.length > LARGEST_REPLY) throw new Error('The answer is larger than 5 MB.')
    return new Response(text, { status: reply.status, headers: reply.headers })
  }
}

const LARGEST_REPLY = 5 * 1024 * 1024

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  behaviour: Behaviour
  asked: FakeStore['asked']
}

async function answer({ request, response, behaviour, asked }: Exchange): Promise<void> {
  const [, version] = /^\/api\/([\w-]+)\/graphql\.json$/.exec(request.url ?? '') ?? []
  if (!version || request.method !== 'POST') return send(response, 404, { errors: 'Not Found' })
  if (request.headers['x-shopify-storefront-access-token'] !== PUBLIC_TOKEN) {
    return send(response, 401, { errors: [{ message: '', extensions: { code: 'UNAUTHORIZED' } }] })
  }
  const { query, variables } = body.parse(JSON.parse(await textOf(request)))
  asked.push({ version, query, variables })
  response.setHeader('x-shopify-api-version', version < OLDEST_VERSION ? OLDEST_VERSION : version)
  switch (behaviour.kind) {
    case 'status':
      return send(response, behaviour.status, { errors: 'Not today' })
    case 'throttled':
      return send(response, 200, { errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }] })
    case 'error':
      return send(response, 200, { data: null, errors: [{ message: behaviour.message }] })
    case 'silent':
      return
    case 'hang-up':
      return void response.destroy()
    case 'html':
      response.setHeader('content-type', 'text/html')
      return void response.end('<!doctype html><title>Opening soon</title>')
    case 'huge':
      return void response.end(`{"data":"${'x'.repeat(LARGEST_REPLY + 1)}"}`)
    case 'serve':
      return send(response, 200, await execute({ query, variables, limits: behaviour }))
  }
}

interface Execution {
  query: string
  variables: Record<string, unknown>
  limits: { maxDepth?: number; maxComplexity?: number; noInventoryScope?: boolean }
}

async function execute({ query, variables, limits }: Execution): Promise<object> {
  const document = parse(query)
  const invalid = validate(storefrontSchema, document)
  if (invalid.length > 0) return { errors: invalid.map(({ message }) => ({ message })) }
  const { depth, complexity } = queryCost(document, variables)
  const { maxDepth = Number.POSITIVE_INFINITY, maxComplexity = Number.POSITIVE_INFINITY } = limits
  if (depth > maxDepth) {
    return {
      errors: [{ message: `MaxDepthReached: Query has depth of ${depth}, which exceeds max depth of ${maxDepth}` }],
    }
  }
  if (complexity > maxComplexity) {
    const message = `Query has complexity of ${complexity}, which exceeds max complexity of ${maxComplexity}`
    return { errors: [{ message, extensions: { code: 'MAX_COST_EXCEEDED' } }] }
  }
  const result = await graphql({ schema: storefrontSchema, source: query, rootValue, variableValues: variables })
  const denied = {
    message: 'Access denied for quantityAvailable field. Required access: unauthenticated_read_product_inventory',
    extensions: { code: 'ACCESS_DENIED' },
  }
  if (!limits.noInventoryScope) return { ...result }
  const text = JSON.stringify(result.data).replaceAll(/"quantityAvailable":\d+/g, '"quantityAvailable":null')
  return { data: JSON.parse(text), errors: [denied] }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

function send(response: ServerResponse, status: number, content: object): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(content))
}

const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))
