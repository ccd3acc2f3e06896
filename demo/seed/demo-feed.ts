import type { GeneratedProduct } from './generate-product.ts'

/**
 * The same list as the shops published it three times. Run through the importer one after the other they give the demo
 * its price history; each edition's changes are then dated back, as if it had been read that long ago.
 */
const EDITIONS = [
  { name: 'demo feed, first edition', daysAgo: 76, spreadDays: 8 },
  { name: 'demo feed, second edition', daysAgo: 38, spreadDays: 12 },
  { name: 'demo feed', daysAgo: 0, spreadDays: 24 },
] as const

/** What the demo's feeds are generated from. */
export const DEMO_FEED = {
  seed: 2025,
  /** Products with a picture of their own. */
  rows: 600,
  /** Rows of each edition: the products, and other shops' offers of some of them. */
  offers: 841,
  editions: EDITIONS,
} as const

/** Our own server shows the pictures, so the address is a path: it holds wherever the shop is hosted. */
export const demoImage = (product: GeneratedProduct): string => `/demo/products/${product.index + 1}.svg`
