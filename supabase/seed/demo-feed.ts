import type { GeneratedProduct } from './generate-product.ts'

/** What the committed demo feed is made from: `seed` and `rows` of make-feed, and where it lies. */
export const DEMO_FEED = {
  seed: 2025,
  rows: 600,
  file: new URL('./demo-feed.csv.gz', import.meta.url),
} as const

/** Our own server shows the pictures, so the address is a path: it holds wherever the shop is hosted. */
export const demoPicture = (product: GeneratedProduct): string => `/demo/products/${product.index + 1}.svg`
