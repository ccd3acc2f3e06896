import sharp, { type Sharp } from 'sharp'
import { decodeImage, type ImageHeader, ImageRefusedError } from '../../kernel/decode-image.ts'
import { unrenderable } from '../errors.ts'
import { RASTER_TYPES, sniff } from '../upload/sniff.ts'
import { type Format, MAX_SIDE, type Transform } from './transform.ts'

/** imgproxy's own default. */
const MAX_SOURCE_PIXELS = 50_000_000
/** Seconds of work for one image; a photo takes a few tenths. */
const MAX_SECONDS = 10
const DEFAULT_QUALITY = 80

export interface Rendered {
  bytes: Uint8Array<ArrayBuffer>
  type: string
}

/** Decodes, resizes and encodes one image, without its metadata. The first frame stands for an animation. */
export async function renderImage(source: Uint8Array, transform: Transform, format: Format | null): Promise<Rendered> {
  const shown = sniff(source)
  if (!shown || !RASTER_TYPES.has(shown)) throw unrenderable()
  const made = format ?? toFormat(shown)
  const output = (header: ImageHeader) => ({ pixels: outputPixels(header, transform), format: made })
  const limits = { maxPixels: MAX_SOURCE_PIXELS, maxSeconds: MAX_SECONDS, output }
  try {
    return await decodeImage(source, limits, async (image) => {
      const resized = await resize(image, transform)
      const encoded = encode(resized, made, transform.quality ?? DEFAULT_QUALITY)
      const { data, info } = await encoded.toBuffer({ resolveWithObject: true })
      return { bytes: new Uint8Array(data), type: `image/${info.format === 'heif' ? 'avif' : info.format}` }
    })
  } catch (error) {
    throw error instanceof ImageRefusedError ? unrenderable() : error
  }
}

/** At most: only both sides together, or the mode that enlarges, can ask for more than there is. */
function outputPixels({ width, height }: ImageHeader, transform: Transform): number {
  if (transform.width && transform.height) return transform.width * transform.height
  return transform.resize === 'fill' && (transform.width || transform.height) ? MAX_SIDE * MAX_SIDE : width * height
}

function toFormat(type: string): Format {
  const format = type.slice('image/'.length)
  return format === 'png' || format === 'gif' || format === 'webp' || format === 'avif' ? format : 'jpeg'
}

async function resize(image: Sharp, transform: Transform): Promise<Sharp> {
  const width = transform.width || undefined
  const height = transform.height || undefined
  if (!width && !height) return image
  const mode = transform.resize ?? 'cover'
  if (mode === 'contain') return image.resize({ width, height, fit: 'inside', withoutEnlargement: true })
  if (mode === 'fill' && width && height) return image.resize({ width, height, fit: 'fill' })
  // One side alone: the other follows, up to the largest there is. An image one pixel wide would become a giant.
  if (mode === 'fill') return image.resize({ width: width ?? MAX_SIDE, height: height ?? MAX_SIDE, fit: 'inside' })
  if (!width || !height) return image.resize({ width, height, withoutEnlargement: true })
  const { x_offset = 0, y_offset = 0, gravity = 'ce' } = transform
  if (gravity === 'fp' || (gravity !== 'sm' && (x_offset !== 0 || y_offset !== 0))) {
    return cropAt(image, { width, height, gravity, x: x_offset, y: y_offset })
  }
  return image.resize({ width, height, fit: 'cover', position: POSITION[gravity], withoutEnlargement: true })
}

const POSITION = {
  ce: 'centre',
  no: 'north',
  so: 'south',
  ea: 'east',
  we: 'west',
  noea: 'northeast',
  nowe: 'northwest',
  soea: 'southeast',
  sowe: 'southwest',
  sm: sharp.strategy.attention,
} as const

interface Crop {
  width: number
  height: number
  gravity: keyof typeof POSITION | 'fp'
  x: number
  y: number
}

/** Scales the image over the frame and cuts the frame out where gravity and offsets put it. */
async function cropAt(image: Sharp, { width, height, gravity, x, y }: Crop): Promise<Sharp> {
  const { autoOrient } = await image.metadata()
  const scale = Math.min(1, Math.max(width / autoOrient.width, height / autoOrient.height))
  const scaled = { width: Math.round(autoOrient.width * scale), height: Math.round(autoOrient.height * scale) }
  const frame = { width: Math.min(width, scaled.width), height: Math.min(height, scaled.height) }
  const across = gravity.includes('we') ? 'start' : gravity.includes('ea') ? 'end' : 'middle'
  const down = gravity.startsWith('no') ? 'start' : gravity.startsWith('so') ? 'end' : 'middle'
  const left = place({ full: scaled.width, part: frame.width, side: gravity === 'fp' ? 'point' : across, offset: x })
  const top = place({ full: scaled.height, part: frame.height, side: gravity === 'fp' ? 'point' : down, offset: y })
  return image.resize({ ...scaled, fit: 'fill' }).extract({ left, top, ...frame })
}

interface Placement {
  full: number
  part: number
  side: 'start' | 'middle' | 'end' | 'point'
  offset: number
}

/** Where the part begins. Offsets point inwards; those below one are shares of the full length. */
function place({ full, part, side, offset }: Placement): number {
  const room = full - part
  const pixels = Math.abs(offset) < 1 ? offset * full : offset
  const wanted = {
    start: pixels,
    middle: room / 2 + pixels,
    end: room - pixels,
    // A focal point, from 0 to 1, comes as close to the middle as the image's edge allows.
    point: offset * full - part / 2,
  }[side]
  return Math.min(Math.max(Math.round(wanted), 0), room)
}

function encode(image: Sharp, format: Format, quality: number): Sharp {
  switch (format) {
    case 'jpeg':
      return image.jpeg({ quality, mozjpeg: false })
    case 'png':
      return image.png()
    case 'gif':
      return image.gif()
    case 'webp':
      return image.webp({ quality })
    case 'avif':
      // A low effort: the work must end within the time limit on a small machine.
      return image.avif({ quality, effort: 2 })
  }
}
