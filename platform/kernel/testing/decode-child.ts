/**
 * A process that decodes several images at once and says how much memory that took, in bytes, beyond what it had before.
 * Arguments: the image's file, how many times.
 */
import { decodeImage } from '../decode-image.ts'

const [file = '', times = '1'] = process.argv.slice(2)
const limits = { maxPixels: 50_000_000, maxSeconds: 60, output: () => ({ pixels: 320 * 320, format: 'webp' }) }
const make = (source: string | Buffer) =>
  decodeImage(source, limits, (image) => image.resize({ width: 320, height: 320 }).webp().toBuffer())

// Loads the library first: its own memory is no image's.
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
await make(Buffer.from(pixel, 'base64'))
const before = process.resourceUsage().maxRSS
const results = await Promise.allSettled(Array.from({ length: Number(times) }, () => make(file)))
const made = results.filter(({ status }) => status === 'fulfilled').length
process.stdout.write(JSON.stringify({ made, bytes: (process.resourceUsage().maxRSS - before) * 1024 }))
