import { createRandom } from '../../seed/random.ts'
import { drawProduct } from './draw-product.ts'
import type { Drawing } from './drawing.ts'

const PICTURES = [
  { name: 'glow-balm', shape: 'tube', colour: '#d98f8a', seed: 41 },
  { name: 'body-mist', shape: 'mist', colour: '#d9c3e0', seed: 12 },
  { name: 'cream-blush', shape: 'compact', colour: '#e0a08f', seed: 23 },
  { name: 'night-serum', shape: 'dropper', colour: '#4b4a6b', seed: 7 },
] as const

/** The four products of the demo brand's lineup. */
export function* lineupProducts(): Generator<Drawing> {
  for (const { name, shape, colour, seed } of PICTURES) {
    const svg = drawProduct({ shape, colour, metal: '#c9a25c', random: createRandom(seed) })
    yield { address: `/demo/lineup/${name}.svg`, svg }
  }
}
