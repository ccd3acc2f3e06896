import { tooLarge } from '../../errors.ts'
import type { S3Context } from '../request-context.ts'

/** Bytes: a thousand keys, or ten thousand parts with a checksum each, of the longest kind fit. */
const MAX_BYTES = 4 * 1024 * 1024

/** A request's XML, read to its end: only then is it known to be what was signed. */
export async function readSmallBody({ body }: Pick<S3Context, 'body'>): Promise<string> {
  if ((body.length ?? 0) > MAX_BYTES) throw tooLarge()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body.chunks()) {
    size += chunk.byteLength
    if (size > MAX_BYTES) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
