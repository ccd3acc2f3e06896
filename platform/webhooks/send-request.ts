import type { PlatformConfig } from '../config/schema.ts'
import { matchFamily } from '../gateway/families.ts'
import type { Connection } from '../gateway/gateway.ts'
import type { Attempt, WebhookRequest } from './queue.ts'

export interface Sender {
  /** Whose functions a webhook may call without leaving the process. */
  publicUrl: string
  config: Pick<PlatformConfig, 'api' | 'project_id'>
  platformFetch: (request: Request, connection: Connection) => Promise<Response>
  /** The way to every other address. */
  outsideFetch: typeof fetch
}

/** The longest that the dashboard of hosted projects lets anybody wait is 10 s. */
const MAX_TIMEOUT_MS = 30_000
const MAX_ERROR_LETTERS = 500

/** One attempt. Never throws: whatever goes wrong is the attempt's error. */
export async function sendRequest(webhook: WebhookRequest, sender: Sender, stop: AbortSignal): Promise<Attempt> {
  try {
    const request = requestOf(webhook, stop)
    const inside = insideRequest(request, sender)
    const response = inside
      ? await sender.platformFetch(inside, { clientAddress: 'webhooks' })
      : await sender.outsideFetch(request)
    // Nobody reads it; ended so that the connection is given back.
    await response.body?.cancel()
    return { status: response.status, error: response.ok ? null : `the response was ${response.status}` }
  } catch (error) {
    return { status: null, error: reasonOf(error).slice(0, MAX_ERROR_LETTERS) }
  }
}

function requestOf(webhook: WebhookRequest, stop: AbortSignal): Request {
  const { id, method, body, timeout_ms: timeoutMs } = webhook
  const url = new URL(webhook.url)
  for (const [name, value] of Object.entries(webhook.params)) url.searchParams.append(name, textOf(value))
  const headers = new Headers(Object.entries(webhook.headers).map(([name, value]) => [name, textOf(value)]))
  // The same for every attempt: receivers can tell a second one from a second row.
  headers.set('webhook-id', id)
  const signal = AbortSignal.any([stop, AbortSignal.timeout(Math.min(timeoutMs, MAX_TIMEOUT_MS))])
  return new Request(url, { method, headers, signal, ...(method === 'POST' ? { body } : {}) })
}

/** The same call for the platform itself, or null where it is addressed to somebody else. */
function insideRequest(request: Request, { publicUrl, config }: Sender): Request | null {
  const url = new URL(request.url)
  if (!ownOrigins(publicUrl, config).includes(url.origin) || !matchFamily(url.pathname)) return null
  return new Request(`${publicUrl}${url.pathname}${url.search}`, request)
}

/** The names that a local project's gateway has on its own machine, and for the CLI's containers. */
function ownOrigins(publicUrl: string, { api, project_id }: Sender['config']): string[] {
  const { origin, hostname, port, protocol } = new URL(publicUrl)
  const isLocal = ['127.0.0.1', 'localhost'].includes(hostname)
  return [
    origin,
    ...(isLocal ? ['127.0.0.1', 'localhost'].map((name) => `${protocol}//${name}${port ? `:${port}` : ''}`) : []),
    ...[api.port, port].map((each) => `http://host.docker.internal:${each}`),
    ...['kong', `supabase_kong_${project_id}`].map((name) => `http://${name}:8000`),
  ]
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** undici says "fetch failed", and why in the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}
