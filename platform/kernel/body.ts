/** A request body is larger than its limit. Each service renders it in its own wire shape as 413. */
export class BodyTooLargeError extends Error {
  override name = 'BodyTooLargeError'
  readonly limitBytes: number

  constructor(limitBytes: number) {
    super(`The request body is larger than ${limitBytes} bytes.`)
    this.limitBytes = limitBytes
  }
}

/** The sender went away, or was told that it is too slow, before its body was whole. Nobody reads the response. */
export class BodyCutError extends Error {
  override name = 'BodyCutError'
  constructor(cause: unknown) {
    super('The request body broke off before its end.', { cause })
  }
}

/** The body's length as its sender announced it; undefined where it is streamed. */
export function announcedLength({ headers }: { headers: Headers }): number | undefined {
  const header = headers.get('content-length')
  return header === null || !/^\d{1,15}$/.test(header) ? undefined : Number(header)
}

/** The whole body. Refused by its announced length before a byte is read, else as soon as too many bytes have come. */
export async function readBytes(request: Request, limitBytes: number): Promise<Buffer> {
  if ((announcedLength(request) ?? 0) > limitBytes) throw new BodyTooLargeError(limitBytes)
  if (!request.body) return Buffer.alloc(0)
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of request.body) {
      size += chunk.byteLength
      if (size > limitBytes) throw new BodyTooLargeError(limitBytes)
      chunks.push(chunk)
    }
  } catch (error) {
    // A connection that its sender ended looks like one to the database that was lost.
    throw error instanceof BodyTooLargeError ? error : new BodyCutError(error)
  }
  return Buffer.concat(chunks, size)
}

export async function readText(request: Request, limitBytes: number): Promise<string> {
  return (await readBytes(request, limitBytes)).toString('utf8')
}

/** A body that is opened when somebody reads it: a stream asks its source for the first bytes as soon as it is made. */
export function openedWhenRead(open: () => ReadableStream<Uint8Array> | null): ReadableStream<Uint8Array> {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        reader ??= open()?.getReader()
        const next = await reader?.read()
        if (!next || next.done) controller.close()
        else controller.enqueue(next.value)
      },
      cancel: (reason) => reader?.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

/** Passes a body on, and breaks it with what `admit` throws for the number of bytes that have come so far. */
export function meterBody(
  body: ReadableStream<Uint8Array>,
  admit: (seenBytes: number, chunkBytes: number) => void,
): ReadableStream<Uint8Array> {
  let seen = 0
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        seen += chunk.byteLength
        admit(seen, chunk.byteLength)
        controller.enqueue(chunk)
      },
    }),
  )
}

/** Passes a body on, and breaks it as soon as more than `limitBytes` have come. */
export function limitBody(body: ReadableStream<Uint8Array>, limitBytes: number): ReadableStream<Uint8Array> {
  return meterBody(body, (seen) => {
    if (seen > limitBytes) throw new BodyTooLargeError(limitBytes)
  })
}
