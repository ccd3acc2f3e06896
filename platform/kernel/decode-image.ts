import type { Metadata, Sharp, SharpInput } from 'sharp'
import { createByteGate } from './byte-gate.ts'
import { outageOf } from './unavailable.ts'

/** An image that is not decoded: `unreadable` is no image or a broken one, `too-large` would take too much memory. */
export class ImageRefusedError extends Error {
  override name = 'ImageRefusedError'
  readonly reason: 'unreadable' | 'too-large'

  constructor(reason: ImageRefusedError['reason'], options?: ErrorOptions) {
    super(`The image is ${reason === 'unreadable' ? 'no image that can be read' : 'too large to be decoded'}.`, options)
    this.reason = reason
  }
}

/**
 * Bytes that all images being decoded in this process may take together, so one alone at most as well. It leaves room for
 * the JPEG of a large camera (36 megapixels at full size) and 20 megapixels of AVIF, the hungriest format: a file of 2 KB
 * may decode to 1.4 GB of it.
 */
const TOTAL_BYTES = 400_000_000

const gate = createByteGate(TOTAL_BYTES)

export interface DecodeOptions {
  maxPixels: number
  /** Of work, not of waiting. */
  maxSeconds: number
  /** All frames; the first one otherwise. */
  animated?: boolean
  /** What will be made of it: the encoder needs memory as well. */
  output: (header: ImageHeader) => { pixels: number; format: string }
}

export interface ImageHeader {
  format: string
  width: number
  height: number
  /** Frames of an animation, 1 otherwise. */
  pages: number
}

/**
 * Does `work` with an image, upright and within its limits of pixels, time and memory. Throws ImageRefusedError, or what
 * says that there is no room for the result.
 */
export async function decodeImage<Result>(
  source: Exclude<SharpInput, readonly unknown[]>,
  options: DecodeOptions,
  work: (image: Sharp, header: ImageHeader) => Promise<Result>,
): Promise<Result> {
  const { maxPixels, maxSeconds, animated = false, output } = options
  const metadata = await readMetadata(source)
  const header = headerOf(metadata)
  const pixels = header.width * header.height * (animated ? header.pages : 1)
  const bytes = memoryOf(metadata, pixels, output(header))
  if (pixels > maxPixels || bytes > gate.totalBytes) throw new ImageRefusedError('too-large')
  const sharp = await loadSharp()
  return gate.run(bytes, async () => {
    try {
      // A wrong checksum spoils nothing that can be seen; a file that ends too early is still refused.
      const input = { limitInputPixels: maxPixels, failOn: 'truncated' } as const
      const image = animated
        ? sharp(source, { ...input, animated })
        : sharp(source, { ...input, pages: 1 }).autoOrient()
      return await work(image.timeout({ seconds: maxSeconds }), header)
    } catch (cause) {
      if (outageOf(cause) === 'disk') throw cause
      // libvips speaks of its internals; whoever sent the file need only know that it is no image to work with.
      throw new ImageRefusedError('unreadable', { cause })
    }
  })
}

/** What an image's header says; nothing is decoded. Throws ImageRefusedError. */
export async function readImageHeader(source: Exclude<SharpInput, readonly unknown[]>): Promise<ImageHeader> {
  return headerOf(await readMetadata(source))
}

async function readMetadata(source: Exclude<SharpInput, readonly unknown[]>): Promise<Metadata> {
  const sharp = await loadSharp()
  try {
    return await sharp(source, { limitInputPixels: false, animated: false }).metadata()
  } catch (cause) {
    throw new ImageRefusedError('unreadable', { cause })
  }
}

function headerOf({ format, width, height, pages = 1 }: Metadata): ImageHeader {
  return { format: format === 'heif' ? 'avif' : format, width, height, pages }
}

/** Brought in when it is first used: loading libvips takes a tenth of a second of every start. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // No image is decoded twice in a row here, and its cache holds fifty megabytes for nothing.
  sharp.cache(false)
  return sharp
}

/** Bytes for each pixel that is encoded at its full size, measured with alpha and noise (libvips 8.18). */
const ENCODE: Record<string, number> = { jpeg: 8, png: 4, webp: 16, avif: 47, gif: 16 }
/** Between the two: resizing, turning, and colours of another kind. */
const BETWEEN = 3

/** Bytes that decoding and encoding take at their worst; about a third too many for a usual photo. */
export function memoryOf(metadata: Metadata, pixels: number, output: { pixels: number; format: string }): number {
  const decode = pixels * decodedBytes(metadata)
  const encode = output.pixels * (ENCODE[output.format] ?? 16)
  return Math.max(decode, encode) + output.pixels * BETWEEN
}

/** Bytes for each pixel of the source, measured as well. */
function decodedBytes({
  format,
  channels,
  depth,
  isProgressive,
  chromaSubsampling,
  orientation = 1,
}: Metadata): number {
  const sample = depth === 'uchar' ? 1 : 2
  // Turned by a quarter, an image must be there as a whole.
  const turned = orientation >= 5 ? channels * sample : 0
  switch (format) {
    case 'heif':
      return sample === 1 ? 21 : 28
    case 'jpeg': {
      // A progressive one keeps the coefficients of all its pixels until the last scan; another comes row by row.
      const coefficients = chromaSubsampling === '4:2:0' ? 4 : 2 * channels + 1
      return (isProgressive ? coefficients : 1) + turned
    }
    case 'png':
      return (isProgressive ? 1.5 * channels * sample : 1) + turned
    case 'webp':
      return 4 + turned
    default:
      return 6 + turned
  }
}
