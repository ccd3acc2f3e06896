import { mkdir, writeFile } from 'node:fs/promises'
import { createRandom } from '../../seed/random.ts'
import type { Wants } from '../wants.ts'
import { drawProduct } from './draw-product.ts'

const PICTURES = [
  { name: 'glow-balm', shape: 'tube', colour: '#d98f8a', seed: 41 },
  { name: 'body-mist', shape: 'perfume', colour: '#d9c3e0', seed: 12 },
  { name: 'cream-blush', shape: 'compact', colour: '#e0a08f', seed: 23 },
  { name: 'night-serum', shape: 'dropper', colour: '#4b4a6b', seed: 7 },
] as const

/** The four products of the demo brand's lineup. */
export async function drawLineup(wants: Wants): Promise<void> {
  const folder = 'demo/images/lineup'
  await mkdir(folder, { recursive: true })
  for (const { name, shape, colour, seed } of PICTURES) {
    if (!wants('lineup', name)) continue
    await writeFile(
      `${folder}/${name}.svg`,
      drawProduct({ shape, colour, metal: '#c9a25c', random: createRandom(seed) }),
    )
  }
}
