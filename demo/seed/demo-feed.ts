import type { GeneratedProduct } from './generate-product.ts'

/**
 * The same list as the shops published it three times. Run through the importer one after the other they give the demo
 * its price history; each edition's changes are then dated back, as if it had been read that long ago.
 */
const EDITIONS = [
  { name: 'demo feed, first edition', file: 'demo-feed-first.csv.gz', daysAgo: 76, spreadDays: 8 },
  { name: 'demo feed, second edition', file: 'demo-feed-second.csv.gz', daysAgo: 38, spreadDays: 12 },
  { name: 'demo feed', file: 'demo-feed.csv.gz', daysAgo: 0, spreadDays: 24 },
] as const

/** What the committed demo feeds are made from, and where they lie. */
export const DEMO_FEED = {
  seed: 2025,
  /** Products with a picture of their own. */
  rows: 600,
  /** Rows of each edition: the products, and other shops' offers of some of them. */
  offers: 841,
  editions: EDITIONS,
} as const

export const editionFile = (name: string): URL => new URL(`./${name}`, import.meta.url)

/** Our own server shows the pictures, so the address is a path: it holds wherever the shop is hosted. */
export const demoPicture = (product: GeneratedProduct): string => `/demo/products/${product.index + 1}.svg`
