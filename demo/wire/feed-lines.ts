import { type GeneratedProduct, generateProduct } from '../seed/generate-product.ts'
import { createRandom } from '../seed/random.ts'
import { amazonItems } from './amazon.ts'
import { awinCsvHeader, awinCsvRow } from './awin-csv.ts'
import { awinJsonlRow } from './awin-jsonl.ts'
import { cjPage } from './cj.ts'
import { damageCsvRow } from './damage.ts'
import { shopifyPage } from './shopify.ts'
import { sovrnOffers } from './sovrn.ts'

/** awin-csv is a file; awin-jsonl has a product on each line; the others one answer of the network's API on each line. */
export const FEED_FORMATS = ['awin-csv', 'awin-jsonl', 'cj', 'amazon', 'sovrn', 'shopify'] as const
export type FeedFormat = (typeof FEED_FORMATS)[number]

export function isFeedFormat(name: string): name is FeedFormat {
  return FEED_FORMATS.some((format) => format === name)
}

export interface FeedLinesOptions {
  format: FeedFormat
  rows: number
  seed: number
  revision?: number
  changedShare?: number
  /** Faults, untidy texts, delimiter and mark concern awin-csv only. */
  damageShare?: number
  untidy?: boolean
  delimiter?: ',' | ';' | '|' | '\t'
  bom?: boolean
  imageUrl?: (product: GeneratedProduct) => string
}

/** Lines in one string: large enough that a million rows are not a million stream events. */
const CHUNK_CHARACTERS = 128 * 1024

/** Products in one answer, as each network limits it. */
const PAGE_SIZES = { 'awin-jsonl': 1, cj: 1000, amazon: 10, sovrn: 50, shopify: 250 } as const

/** The text of a feed in pieces. */
export async function* feedLines(options: FeedLinesOptions): AsyncGenerator<string> {
  let chunk = ''
  for (const line of options.format === 'awin-csv' ? csvLines(options) : answers(options, options.format)) {
    chunk += `${line}\n`
    if (chunk.length < CHUNK_CHARACTERS) continue
    yield chunk
    chunk = ''
  }
  yield chunk
}

function* csvLines(options: FeedLinesOptions): Generator<string> {
  const { rows, seed, damageShare = 0, untidy = false, delimiter = ',', bom = false } = options
  const random = createRandom(seed + 77)
  const csv = { delimiter, untidy: untidy ? createRandom(seed + 78) : null, imageUrl: options.imageUrl }
  yield `${bom ? '\uFEFF' : ''}${awinCsvHeader(csv)}`
  for (let index = 0; index < rows; index++) {
    const line = awinCsvRow(generateProduct(index, options), csv)
    yield random.chance(damageShare) ? damageCsvRow(line, { random, delimiter }) : line
  }
}

function* answers(options: FeedLinesOptions, format: keyof typeof PAGE_SIZES): Generator<string> {
  const { rows } = options
  const size = PAGE_SIZES[format]
  for (let start = 0; start < rows; start += size) {
    const end = Math.min(rows, start + size)
    const products = Array.from({ length: end - start }, (_, i) => generateProduct(start + i, options))
    yield answer(format, products, { total: rows, next: end < rows ? String(end) : null })
  }
}

function answer(
  format: keyof typeof PAGE_SIZES,
  products: readonly GeneratedProduct[],
  page: { total: number; next: string | null },
): string {
  switch (format) {
    case 'cj':
      return cjPage(products, page)
    case 'amazon':
      return amazonItems(products)
    case 'sovrn':
      return sovrnOffers(products)
    case 'shopify':
      return shopifyPage(products, page.next !== null)
    default:
      return products.map(awinJsonlRow).join('\n')
  }
}
