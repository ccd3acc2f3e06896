import { noContent, tooLarge, uploadCutOff, uploadStalled } from '../errors.ts'

/** An upload that sends nothing for so long has gone away; its temporary file and its socket are given back. */
const IDLE_TIMEOUT_MS = 30_000
/** The body's chunks; ends with an error when the sender falls silent. What is left unread is the listener's to end. */
export async function* chunksOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  if (!body) throw noContent()
  const reader = body.getReader()
  let finished = false
  try {
    for (;;) {
      const { done, value } = await withinIdleTime(reader.read().catch(goneAway))
      if (done) {
        finished = true
        return
      }
      yield value
    }
  } finally {
    // Not awaited: a source that is silent would keep the response back.
    if (!finished) reader.cancel().catch(() => {})
  }
}

/** The sender hung up: nobody reads the response, and it is no failure of ours. */
function goneAway(): never {
  throw uploadCutOff()
}

async function withinIdleTime<Result>(reading: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(uploadStalled()), IDLE_TIMEOUT_MS)
  })
  try {
    return await Promise.race([reading, silence])
  } finally {
    clearTimeout(timer)
  }
}

export interface Peeked {
  head: Uint8Array
  /** All bytes, the head included. */
  chunks: AsyncGenerator<Uint8Array>
}

/** Reads the first bytes and still gives all of them. */
export async function peek(source: AsyncGenerator<Uint8Array>, bytes: number): Promise<Peeked> {
  const first: Uint8Array[] = []
  let size = 0
  while (size < bytes) {
    const { done, value } = await source.next()
    if (done) break
    first.push(value)
    size += value.byteLength
  }
  return { head: Buffer.concat(first).subarray(0, bytes), chunks: replay(first, source) }
}

async function* replay(first: Uint8Array[], rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* first
    yield* rest
  } finally {
    await rest.return(undefined)
  }
}

/** Passes the chunks on and fails as soon as there are more bytes than allowed. */
export async function* upTo(limit: number, source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of source) {
    size += chunk.byteLength
    if (size > limit) throw tooLarge()
    yield chunk
  }
}
