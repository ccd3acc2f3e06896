import { lineupProducts } from './draw-lineup.ts'
import { amazonProducts, feedProducts } from './draw-products.ts'
import { shopProducts } from './draw-shop-products.ts'
import type { Drawing } from './drawing.ts'

/** Every product of the demo. */
export function* drawings(): Generator<Drawing> {
  yield* feedProducts()
  yield* amazonProducts()
  yield* lineupProducts()
  yield* shopProducts()
}
