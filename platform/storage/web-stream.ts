import { Readable } from 'node:stream'

/** Node's own conversion, whose declared element type is looser than what a file stream gives. */
export function toWeb(stream: Readable): ReadableStream<Uint8Array> {
  const reader = Readable.toWeb(stream).getReader()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read()
      if (done) controller.close()
      else if (value instanceof Uint8Array) controller.enqueue(value)
      else controller.error(new TypeError('A file stream gave something other than bytes.'))
    },
    cancel: (reason) => reader.cancel(reason),
  })
}
