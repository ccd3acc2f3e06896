import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { safeFetch } from '../../../supabase/functions/_shared/safe-fetch.ts'
import { listen } from '../../support/listen.ts'

/** What real networks do instead of answering. */
export type Damage =
  | { kind: 'status'; status: number; body?: string; retryAfter?: string }
  | { kind: 'silent' }
  | { kind: 'hang-up' }
  | { kind: 'html' }
  /** Ends in the middle: as many bytes of the true answer, then a closed connection. */
  | { kind: 'cut'; bytes: number }
  | { kind: 'redirect'; to: string }

export interface FakeRequest {
  method: string
  /** With the real host. */
  url: string
  headers: IncomingMessage['headers']
  body: string
}

export interface FakeAnswer {
  status?: number
  type?: string
  body: string | Buffer
}

export interface FakeNetwork extends AsyncDisposable {
  /** Where it listens; `leadTo` takes it in another process. */
  url: string
  /** Stands in for the safe fetch: leads the network's hosts here, through the safe fetch's own limits, and refuses all others. */
  fetch: typeof safeFetch
  asked: FakeRequest[]
  /** Decides about each next request; null answers it truly. */
  damage(decide: (request: FakeRequest) => Damage | null): void
  close(): Promise<void>
}

interface FakeNetworkOptions {
  hosts: readonly string[]
  answer(request: FakeRequest): FakeAnswer
}

/** The real silence is a minute: tests of damage need not wait for it, all others have time on a busy machine. */
const SILENCE_MS = 300
const PATIENCE_MS = 30_000

export async function startFakeNetwork({ hosts, answer }: FakeNetworkOptions): Promise<FakeNetwork> {
  const asked: FakeRequest[] = []
  let decide: ((request: FakeRequest) => Damage | null) | undefined
  const server = createServer((message, response) => {
    void readRequest(message).then((request) => {
      asked.push(request)
      const damage = decide?.(request)
      if (damage?.kind === 'cut') send(response, answer(request), damage.bytes)
      else if (damage) inflict(damage, response)
      else send(response, answer(request))
    })
  })
  const { url, close } = await listen(server)
  return {
    url,
    fetch: (address, options) => leadTo(url, hosts, decide ? SILENCE_MS : PATIENCE_MS)(address, options),
    asked,
    damage(next) {
      decide = next
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

export function leadTo(url: string, hosts: readonly string[], silenceMs = PATIENCE_MS): typeof safeFetch {
  return async (address, options) => {
    const target = new URL(address)
    if (target.protocol !== 'https:' || !hosts.includes(target.host) || !options.hosts?.includes(target.host)) {
      throw new Error(`An unexpected request left for ${target.origin}.`)
    }
    return safeFetch(url + target.pathname + target.search, {
      ...options,
      headers: { ...options.headers, 'x-real-host': target.host },
      idleTimeoutMs: silenceMs,
      hosts: [new URL(url).hostname],
      isAllowed: (reached, port) => reached === '127.0.0.1' && port === Number(new URL(url).port),
    })
  }
}

async function readRequest(message: IncomingMessage): Promise<FakeRequest> {
  let body = ''
  for await (const piece of message) body += piece
  const host = String(message.headers['x-real-host'])
  return { method: message.method ?? '', url: `https://${host}${message.url}`, headers: message.headers, body }
}

function send(response: ServerResponse, { status = 200, type = 'application/json', body }: FakeAnswer, bytes?: number) {
  const whole = Buffer.from(body)
  response.writeHead(status, { 'content-type': type, 'content-length': whole.length })
  if (bytes === undefined) return void response.end(whole)
  response.write(whole.subarray(0, bytes), () => response.destroy())
}

function inflict(damage: Exclude<Damage, { kind: 'cut' }>, response: ServerResponse): void {
  switch (damage.kind) {
    case 'status':
      if (damage.retryAfter !== undefined) response.setHeader('retry-after', damage.retryAfter)
      response.writeHead(damage.status, { 'content-type': 'text/plain' })
      return void response.end(damage.body ?? 'Not today')
    case 'silent':
      return
    case 'hang-up':
      return void response.destroy()
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' })
      return void response.end('<!doctype html><title>Sign in</title>')
    case 'redirect':
      response.writeHead(302, { location: damage.to })
      return void response.end()
  }
}
