import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sharp } from 'sharp'
import { decodeImage, type ImageHeader, ImageRefusedError, readImageHeader } from '../../kernel/decode-image.ts'
import { brokenImage, contentIsNot, tooLargeToDecode } from '../errors.ts'
import { MAX_PIXELS } from './image-limits.ts'
import { sniff } from './sniff.ts'
import { describeFile, type TempFile } from './temp-file.ts'

/** Seconds; the largest allowed photograph takes a few on a slow core. */
const MAX_SECONDS = 20
/** High enough that one more round is not seen. */
const QUALITY = 90

type Encode = (image: Sharp) => Sharp

const ENCODERS: Record<string, Encode> = {
  'image/jpeg': (image) => image.jpeg({ quality: QUALITY }),
  'image/png': (image) => image.png(),
  // A GIF may hold a script between its blocks, or a whole archive behind its end.
  'image/gif': (image) => image.gif(),
  'image/webp': (image) => image.webp({ quality: QUALITY }),
  // A low effort: AVIF at its best takes minutes.
  'image/avif': (image) => image.avif({ quality: QUALITY, effort: 2 }),
}

/** Whether these bytes are an image that can be written anew. */
export function canReencode(head: Uint8Array): boolean {
  return (sniff(head) ?? '') in ENCODERS
}

/**
 * Writes an image anew in its own format, so that nothing stays of the file that was sent but its pixels: no place where
 * it was taken, no second file behind its end. What cannot be decoded within the limits is refused.
 */
export async function reencode(file: TempFile, head: Uint8Array, dir: string): Promise<TempFile> {
  const type = sniff(head) ?? ''
  const encode = ENCODERS[type]
  if (!encode) throw contentIsNot(type)
  const path = join(dir, randomUUID())
  try {
    // An animation is kept as one, and cameras make none that would have to be turned upright.
    const animated = (await readImageHeader(file.path)).pages > 1
    const output = ({ width, height, pages, format }: ImageHeader) => ({
      pixels: width * height * (animated ? pages : 1),
      format,
    })
    const limits = { maxPixels: MAX_PIXELS, maxSeconds: MAX_SECONDS, animated, output }
    await decodeImage(file.path, limits, (image) => encode(image).toFile(path))
    return await describeFile(path)
  } catch (error) {
    await rm(path, { force: true })
    if (!(error instanceof ImageRefusedError)) throw error
    throw error.reason === 'too-large' ? tooLargeToDecode() : brokenImage()
  }
}
