import { AMAZON_PRODUCTS, amazonImage } from '../../content/amazon-products.ts'
import { DEMO_FEED, demoImage } from '../../seed/demo-feed.ts'
import { type GeneratedProduct, generateProduct } from '../../seed/generate-product.ts'
import { createRandom } from '../../seed/random.ts'
import { COLOURS, METALS } from '../../vocabulary/colours.ts'
import { drawProduct } from './draw-product.ts'
import type { Drawing } from './drawing.ts'

/** For what has no colour of its own; the variants of one product share it. */
const NEUTRAL_TONES = [
  '#c98c86',
  '#9aa58a',
  '#e0d2bd',
  '#b9a6c4',
  '#4a423f',
  '#cf9f4f',
  '#7d9a90',
  '#8f4a48',
  '#f1e9dc',
] as const

/** One for each product of the demo feed. */
export function* feedProducts(): Generator<Drawing> {
  for (let index = 0; index < DEMO_FEED.rows; index++) {
    const product = generateProduct(index, { seed: DEMO_FEED.seed })
    const group = createRandom(hash(product.group))
    const svg = drawProduct({
      shape: product.shape,
      colour: stoneOf(product) ?? colourOf(product) ?? group.pick(NEUTRAL_TONES),
      metal: metalOf(product),
      random: createRandom(hash(product.sku)),
    })
    yield { address: demoImage(product), svg }
  }
}

/** One for each Amazon product. */
export function* amazonProducts(): Generator<Drawing> {
  for (const [position, { shape, colour }] of AMAZON_PRODUCTS.entries()) {
    const svg = drawProduct({ shape, colour, metal: null, random: createRandom(900 + position) })
    yield { address: amazonImage(position), svg }
  }
}

/** Named in the title before the colour, which is the handle's or the pouch's. */
function stoneOf({ shape, name }: GeneratedProduct): string | null {
  if (shape !== 'roller' && shape !== 'gua-sha') return null
  if (name.includes('Rose Quartz')) return '#e3b3ae'
  return name.includes('Jade') ? '#94b39a' : null
}

function colourOf({ colour }: GeneratedProduct): string | null {
  return Object.entries(COLOURS).find(([name]) => name === colour)?.[1] ?? null
}

function metalOf({ colour }: GeneratedProduct): string | null {
  return Object.entries(METALS).find(([name]) => name === colour)?.[1] ?? null
}

function hash(text: string): number {
  let value = 7
  for (const letter of text) value = (Math.imul(value, 31) + letter.charCodeAt(0)) | 0
  return value
}
