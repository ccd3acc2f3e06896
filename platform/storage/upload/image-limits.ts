import { type ImageHeader, ImageRefusedError, readImageHeader } from '../../kernel/decode-image.ts'
import { tooManyPixels } from '../errors.ts'
import { RASTER_TYPES, sniff } from './sniff.ts'

/** A hundred megapixels: more than any camera in a bag, and 400 MB in a browser that shows it. */
export const MAX_PIXELS = 100_000_000
/** All frames of an animation together. */
const MAX_PIXELS_OF_ALL_FRAMES = 5 * MAX_PIXELS

/**
 * Refuses images that are small on the wire and huge once decoded. Only the header is read. Whatever is stored may be
 * opened by someone's browser, so this does not wait until the image is rendered here.
 */
export async function refuseBombs(path: string, head: Uint8Array): Promise<void> {
  const shown = sniff(head)
  if (!shown || !(RASTER_TYPES.has(shown) || shown === 'image/tiff')) return
  const found = await headerOf(path)
  // A header that cannot be read cannot be decoded either: it is stored as it is, and rendering refuses it.
  if (!found) return
  const pixels = found.width * found.height
  if (pixels > MAX_PIXELS) throw tooManyPixels(MAX_PIXELS)
  if (pixels * found.pages > MAX_PIXELS_OF_ALL_FRAMES) throw tooManyPixels(MAX_PIXELS_OF_ALL_FRAMES)
}

async function headerOf(path: string): Promise<ImageHeader | null> {
  try {
    return await readImageHeader(path)
  } catch (error) {
    if (error instanceof ImageRefusedError) return null
    throw error
  }
}
