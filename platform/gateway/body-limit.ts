import type { Family } from './families.ts'

/** Bytes. Functions and storage have limits of their own (per function, bucket and project) and stream their bodies. */
const BODY_LIMITS: Partial<Record<Family, number>> = {
  // GoTrue's own.
  auth: 1024 * 1024,
  // A bulk insert; parsed as one JSON document in memory.
  rest: 50 * 1024 * 1024,
  // Broadcast batches over HTTP; 3 MB is hosted Supabase's largest payload.
  realtime: 4 * 1024 * 1024,
}

export interface LimitedBody {
  body: ReadableStream<Uint8Array> | null
  /** Set once the stream has run past the limit, whatever the service made of the broken stream. */
  exceeded(): boolean
}

export function bodyLimit(family: Family): number {
  return BODY_LIMITS[family] ?? Number.POSITIVE_INFINITY
}

/** Breaks the body at the limit. Only needed without a content-length: the HTTP parser holds a sender to the other. */
export function limitBody(body: ReadableStream<Uint8Array> | null, limitBytes: number): LimitedBody {
  let seen = 0
  if (!body || limitBytes === Number.POSITIVE_INFINITY) return { body, exceeded: () => false }
  const limited = body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        seen += chunk.byteLength
        if (seen > limitBytes) controller.error(new Error(`The request body is larger than ${limitBytes} bytes.`))
        else controller.enqueue(chunk)
      },
    }),
  )
  return { body: limited, exceeded: () => seen > limitBytes }
}
