import { tooManyPixels } from '../errors.ts'
import { RASTER_TYPES, sniff } from './sniff.ts'

/** A hundred megapixels: more than any camera in a bag, and 400 MB once decoded. */
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
  const { default: sharp } = await import('sharp')
  const found = await sharp(path, { limitInputPixels: false, animated: false })
    .metadata()
    .catch(() => null)
  // A header that cannot be read cannot be decoded either: it is stored as it is, and rendering refuses it.
  if (!found) return
  const pixels = (found.width ?? 0) * (found.height ?? 0)
  if (pixels > MAX_PIXELS) throw tooManyPixels(MAX_PIXELS)
  if (pixels * (found.pages ?? 1) > MAX_PIXELS_OF_ALL_FRAMES) throw tooManyPixels(MAX_PIXELS_OF_ALL_FRAMES)
}
