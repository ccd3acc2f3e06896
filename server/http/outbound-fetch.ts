import { type SafeResponse, safeFetch } from '../../supabase/functions/_shared/safe-fetch.ts'

/** A page, a response of an API: nothing a function reads is larger. */
const MAX_BYTES = 5 * 1024 * 1024
/** A visitor may be waiting. */
const TIMEOUT_MS = 10_000

/** Statuses that have no body, by definition of Response. */
const WITHOUT_BODY = new Set([204, 205, 304])

export interface OutboundOptions {
  /** Tests open their own machine with it. */
  isAllowed?: (address: string, port: number) => boolean
  maxBytes?: number
}

/** The way out to addresses that people and feeds gave us, for functions, sign-in and images: `fetch` that reaches public machines on their usual ports and nothing else. */
export function createOutboundFetch({ isAllowed, maxBytes = MAX_BYTES }: OutboundOptions = {}): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const response = await safeFetch(request.url, {
      method: request.method,
      headers: Object.fromEntries(request.headers),
      body: request.body ? new Uint8Array(await request.arrayBuffer()) : undefined,
      signal: request.signal,
      timeoutMs: TIMEOUT_MS,
      maxBytes,
      maxRedirects: request.redirect === 'follow' ? 5 : 0,
      ...(isAllowed ? { isAllowed } : {}),
    })
    return new Response(await bodyOf(request.method, response), {
      status: response.status,
      headers: headersOf(response),
    })
  }
}

async function bodyOf(method: string, { status, body }: SafeResponse): Promise<ReadableStream | null> {
  if (method !== 'HEAD' && !WITHOUT_BODY.has(status)) return streamOf(body)
  // Read to its end, so that the connection is given back.
  for await (const _ of body);
  return null
}

function streamOf(body: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const pieces = body[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await pieces.return?.()
    },
  })
}

function headersOf({ headers }: SafeResponse): Headers {
  const result = new Headers()
  for (const [name, values] of Object.entries(headers)) {
    for (const value of [values ?? []].flat()) result.append(name, value)
  }
  return result
}
