/** Breaks a request body that grows beyond the limit while it is read. */
export class BodyTooLargeError extends Error {
  override name = 'BodyTooLargeError'
}

/** Passes a request body on, and breaks it as soon as more than `limitBytes` have come. */
export function limitBody(
  body: ReadableStream<Uint8Array>,
  limitBytes: number,
  onExceeded = () => {},
): ReadableStream<Uint8Array> {
  let seen = 0
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        seen += chunk.byteLength
        if (seen <= limitBytes) return controller.enqueue(chunk)
        onExceeded()
        controller.error(new BodyTooLargeError(`The request body is larger than ${limitBytes} bytes.`))
      },
    }),
  )
}
