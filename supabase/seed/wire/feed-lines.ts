import { type GeneratedProduct, generateProduct } from '../generate-product.ts'
import { createRandom } from '../random.ts'
import { awinCsvHeader, awinCsvRow } from './awin-csv.ts'
import { damageCsvRow } from './damage.ts'

export const FEED_FORMATS = ['awin-csv'] as const
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
  damageShare?: number
  untidy?: boolean
  delimiter?: ',' | ';' | '|' | '\t'
  bom?: boolean
  imageUrl?: (product: GeneratedProduct) => string
}

/** Lines in one string: large enough that a million rows are not a million stream events. */
const CHUNK_CHARACTERS = 128 * 1024

/** The text of a feed in pieces. */
export async function* feedLines(options: FeedLinesOptions): AsyncGenerator<string> {
  const { rows, seed, revision, changedShare, damageShare = 0, untidy = false, delimiter = ',', bom = false } = options
  const random = createRandom(seed + 77)
  const csv = { delimiter, untidy: untidy ? createRandom(seed + 78) : null, imageUrl: options.imageUrl }
  let chunk = `${bom ? '\uFEFF' : ''}${awinCsvHeader(csv)}\n`
  for (let index = 0; index < rows; index++) {
    const line = awinCsvRow(generateProduct(index, { seed, revision, changedShare }), csv)
    chunk += random.chance(damageShare) ? damageCsvRow(line, { random, delimiter }) : line
    chunk += '\n'
    if (chunk.length > CHUNK_CHARACTERS) {
      yield chunk
      chunk = ''
    }
  }
  yield chunk
}
