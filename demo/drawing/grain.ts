import sharp from 'sharp'
import { createRandom } from './random.ts'

/** A sheet of paper's tooth, to be laid over a drawing: without it a long gradient shows bands. Strength 0 to 1. */
export async function grain({ width, height }: { width: number; height: number }, strength: number): Promise<Buffer> {
  const random = createRandom(97)
  // A tile is enough: nobody sees a 512-pixel repeat in noise this faint.
  const side = 512
  const dots = Buffer.alloc(side * side * 4)
  for (let at = 0; at < dots.length; at += 4) {
    // Three numbers added up: most dots faint, few strong, as film has it.
    const level = random() + random() + random() - 1.5
    dots.fill(level > 0 ? 255 : 0, at, at + 3)
    dots[at + 3] = Math.min(255, Math.round(Math.abs(level) * 26 * strength))
  }
  const tile = await sharp(dots, { raw: { width: side, height: side, channels: 4 } })
    .png()
    .toBuffer()
  return sharp({ create: { width, height, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .composite([{ input: tile, tile: true }])
    .png({ compressionLevel: 1 })
    .toBuffer()
}
