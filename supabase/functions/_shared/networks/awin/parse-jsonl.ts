import { toUtf8 } from '../../feed-file/decode.ts'
import { createJsonLinesReader } from '../../feed-file/json-lines.ts'
import { isRecord, textOf } from '../../json-value.ts'
import { availabilityOfWords } from '../availability-words.ts'
import type { FeedBatch, FeedRow, ParseOptions } from '../network.ts'
import { trackedLink } from './tracked-link.ts'

/** Awin's feed in Google's format: a product on each line, its fields in groups, its link not tracked. */
export async function* parseAwinJsonl(
  bytes: AsyncIterable<Uint8Array>,
  options: ParseOptions,
): AsyncGenerator<FeedBatch> {
  const reader = createJsonLinesReader()
  const now = options.now ?? Date.now()
  for await (const piece of toUtf8(bytes)) yield toBatch(reader.push(piece))
  yield toBatch(reader.end())

  function toBatch({ records, damaged }: ReturnType<typeof reader.end>): FeedBatch {
    return { rows: records.map((record) => mapProduct(record, { ...options, now })), rejected: damaged, repaired: {} }
  }
}

interface JsonRecord {
  line: number
  value: Record<string, unknown>
  raw: string
}

function mapProduct({ line, value, raw }: JsonRecord, options: ParseOptions & { now: number }): FeedRow {
  const fields = flattened(value)
  const text = (name: string) => textOf(fields[name])
  const programmeId = text('advertiser_id') || options.programmeId || ''
  const page = text('link')
  const sale = isOnSale(text('sale_price_effective_date'), options.now) ? text('sale_price') : ''
  return {
    line,
    raw,
    programmeId,
    merchantName: text('advertiser_name'),
    feedId: '',
    externalId: text('id'),
    name: text('title'),
    description: text('description'),
    price: sale || text('price'),
    otherPrice: '',
    currency: '',
    listPrice: sale === '' ? '' : text('price'),
    deliveryCost: '',
    link: text('aw_deep_link') || trackedLink({ page, programmeId, publisherId: options.publisherId }),
    merchantPage: page,
    image: text('image_link'),
    brand: text('brand'),
    gtin: text('gtin'),
    availability: availabilityOfWords(text('availability')),
    category: text('product_type') || text('google_product_category'),
    colour: text('color'),
    size: text('size'),
    group: text('item_group_id'),
  }
}

/** The groups' names are not all documented; the fields' are Google's, and none occurs in two groups. */
function flattened(value: Record<string, unknown>): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  for (const [name, held] of Object.entries(value)) {
    if (isRecord(held)) Object.assign(fields, held)
    else fields[name] = held
  }
  return fields
}

/** Google's "start/end". A sale without dates is on; one whose dates cannot be read is not. */
function isOnSale(interval: string, now: number): boolean {
  if (interval === '') return true
  const [start = '', end = ''] = interval.split('/')
  return Date.parse(start) <= now && now <= Date.parse(end)
}
