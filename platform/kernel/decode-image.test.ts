import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { decodeImage, readImageHeader } from './decode-image.ts'
import { outageOf } from './unavailable.ts'

const CHILD = fileURLToPath(new URL('./testing/decode-child.ts', import.meta.url))
const run = promisify(execFile)

/**
 * Squares of one colour, by the pixels of a side: 600 to 1,100 bytes each, and ten seconds to make. 4600 is an ordinary
 * AVIF; the others have the most memory a pixel can take, `{ bitdepth: 10, chromaSubsampling: '4:4:4' }`.
 */
const avifFile = (side: 3400 | 4600 | 6320) => fileURLToPath(new URL(`./testing/plain-${side}.avif`, import.meta.url))

const plain = (side: number) => sharp({ create: { width: side, height: side, channels: 3, background: '#c03060' } })
const small = { maxPixels: 50_000_000, maxSeconds: 20, output: () => ({ pixels: 100, format: 'webp' }) }
const shrink = (source: Buffer, options: Partial<typeof small> = {}) =>
  decodeImage(source, { ...small, ...options }, (image) => image.resize(10, 10).webp().toBuffer())

describe('the memory of images being decoded', () => {
  const measure = async (side: 3400 | 6320, times: number): Promise<{ made: number; bytes: number }> => {
    const { stdout } = await run(process.execPath, [CHILD, avifFile(side), String(times)])
    return JSON.parse(stdout)
  }

  test('stays within its budget however many come at once', { timeout: 60_000 }, async () => {
    const { made, bytes } = await measure(3400, 4)
    expect(made).toBe(4)
    // One of them takes 290 MB, four at once 1.0 GB; the allocator may keep some of one while the next begins.
    expect(bytes).toBeLessThan(700e6)
  })

  test('is not taken at all by a small file with the pixels of a large one', { timeout: 60_000 }, async () => {
    const { made, bytes } = await measure(6320, 1)
    expect(made).toBe(0)
    expect(bytes).toBeLessThan(50e6)
  })
})

describe('an image', () => {
  test('is judged by the memory of its format, not by its pixels alone', async () => {
    const avif = await readFile(avifFile(4600))
    await expect(shrink(avif)).rejects.toMatchObject({ reason: 'too-large' })
    const jpeg = await plain(4600).jpeg().toBuffer()
    expect((await shrink(jpeg)).length).toBeGreaterThan(0)
  })

  test('is refused for what would be made of it', async () => {
    const jpeg = await plain(1000).jpeg().toBuffer()
    const output = () => ({ pixels: 50_000_000, format: 'avif' })
    await expect(shrink(jpeg, { output })).rejects.toMatchObject({ reason: 'too-large' })
  })

  test('has no more pixels than its user allows', async () => {
    const png = await plain(100).png().toBuffer()
    await expect(shrink(png, { maxPixels: 9_999 })).rejects.toMatchObject({ reason: 'too-large' })
    expect((await shrink(png, { maxPixels: 10_000 })).length).toBeGreaterThan(0)
  })

  test('with a wrong checksum is decoded, one that ends too early is not', async () => {
    const png = await plain(100).png().toBuffer()
    const wrong = Buffer.from(png)
    const checksum = wrong.lastIndexOf('IEND') - 8 + 3
    wrong.writeUInt8(wrong.readUInt8(checksum) ^ 0xff, checksum)
    expect((await shrink(wrong)).length).toBeGreaterThan(0)
    await expect(shrink(png.subarray(0, png.length - 60))).rejects.toMatchObject({ reason: 'unreadable' })
  })

  test('that is none is refused', async () => {
    await expect(readImageHeader(Buffer.from('text'))).rejects.toMatchObject({ reason: 'unreadable' })
  })
})

test.skipIf(process.platform !== 'linux').each(['jpeg', 'png', 'gif', 'webp', 'avif'] as const)(
  'a whole %s that finds no room is not called broken',
  async (format) => {
    const source = await plain(64).png().toBuffer()
    const written = decodeImage(source, small, (image) => image.toFormat(format).toFile('/dev/full'))
    expect(outageOf(await written.catch((error: unknown) => error))).toBe('disk')
  },
)
