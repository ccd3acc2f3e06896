import type { Sharp } from 'sharp'
import { decodeImage } from '#platform'
import { NoImageError } from './fetch-source.ts'
import type { ImageFormat } from './image-path.ts'

/** The largest photos that shops give; how many of them a format may have is a matter of memory (kernel/decode-image). */
const MAX_SOURCE_PIXELS = 40_000_000
/** Seconds of work for one image; a photo takes a few tenths. */
const MAX_SECONDS = 10
/** A image taller than this many widths is a banner of a mistake; it is made smaller until it fits. */
const MAX_HEIGHT_PER_WIDTH = 3

/** One width of a image, never wider than it came, in sRGB and without its metadata; the first frame of an animation. */
export async function resizeImage(
  source: Buffer,
  { width, format }: { width: number; format: ImageFormat },
): Promise<Buffer> {
  const size = { width, height: width * MAX_HEIGHT_PER_WIDTH, fit: 'inside', withoutEnlargement: true } as const
  const pixels = size.width * size.height
  return decode(source, { pixels, format }, (image) => {
    const resized = image.resize(size)
    // Chosen by eye on product photos: AVIF at this effort takes a third of the time of the default.
    const encoded = format === 'avif' ? resized.avif({ quality: 52, effort: 3 }) : resized.webp({ quality: 76 })
    return encoded.toBuffer()
  })
}

/** Its upper and lower half as one colour each, `fedcba`; null where something behind it would shine through. */
export async function tonesOf(source: Buffer): Promise<string | null> {
  const { data, info } = await decode(source, { pixels: 2, format: 'raw' }, (image) =>
    image.resize(1, 2, { fit: 'fill', kernel: 'linear' }).raw().toBuffer({ resolveWithObject: true }),
  )
  const [grey, alpha] = [info.channels < 3, info.channels % 2 === 0]
  const tones = [0, 1].map((half) => {
    const pixel = data.subarray(half * info.channels, (half + 1) * info.channels)
    const [red = 0, green = red, blue = red] = grey ? pixel.subarray(0, 1) : pixel
    return alpha && (pixel.at(-1) ?? 0) < 250
      ? ''
      : [red, green, blue].map((value) => Math.round(value / 17).toString(16)).join('')
  })
  return tones.includes('') ? null : tones.join('')
}

async function decode<Result>(
  source: Buffer,
  output: { pixels: number; format: string },
  work: (image: Sharp) => Promise<Result>,
): Promise<Result> {
  const limits = { maxPixels: MAX_SOURCE_PIXELS, maxSeconds: MAX_SECONDS, output: () => output }
  try {
    return await decodeImage(source, limits, work)
  } catch (cause) {
    throw new NoImageError('it cannot be read', { cause })
  }
}
