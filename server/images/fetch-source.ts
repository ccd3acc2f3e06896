import { RASTER_TYPES, sniff } from '#platform'

/** A product photo has some hundred kilobytes; nothing a shop shows on a page has more than this. */
export const MAX_SOURCE_BYTES = 10 * 1024 * 1024

/** The address gave no image that we show. Its message is for the log, never for a visitor. */
export class NoImageError extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`No image: ${reason}.`, options)
    this.name = 'NoImageError'
  }
}

/** The bytes behind a shop's address: JPEG, PNG, WebP, AVIF or GIF by what they begin with, whatever the shop calls them. */
export async function fetchSource(address: string, outboundFetch: typeof fetch): Promise<Buffer> {
  const response = await outboundFetch(address, { headers: { accept: 'image/avif,image/webp,image/*;q=0.8' } }).catch(
    (cause: unknown) => {
      throw new NoImageError('the address cannot be reached', { cause })
    },
  )
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new NoImageError(`the shop answered ${response.status}`)
  }
  const bytes = await readAll(response)
  const type = sniff(bytes)
  if (type === null || !RASTER_TYPES.has(type)) throw new NoImageError(`it is ${type ?? 'of no known type'}`)
  return bytes
}

async function readAll(response: Response): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let length = 0
  try {
    for await (const piece of response.body ?? []) {
      length += piece.length
      if (length > MAX_SOURCE_BYTES) break
      pieces.push(piece)
    }
  } catch (cause) {
    throw new NoImageError('the response broke off', { cause })
  }
  if (length > MAX_SOURCE_BYTES) throw new NoImageError('it has more than 10 MB')
  return Buffer.concat(pieces)
}
