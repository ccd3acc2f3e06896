import type { Availability } from '../../catalogue/availability.ts'
import type { CsvRecord } from '../../feed-file/csv.ts'
import { availabilityOfWords } from '../availability-words.ts'
import type { FeedRow, ParseOptions } from '../network.ts'
import { trackedLink } from './tracked-link.ts'

/**
 * The columns of a Create-a-Feed download that we read. Their meanings follow Awin's own mapping for comparison sites:
 * search_price is the current price, rrp_price or product_price_old what it was, base_price is per unit and never read.
 */
export const AWIN_CSV_COLUMNS = [
  ['merchant_product_id', 'aw_product_id'],
  ['product_name'],
  ['aw_deep_link'],
  ['search_price', 'store_price'],
  ['display_price'],
  ['currency'],
  ['rrp_price', 'product_price_old'],
  // The merchant's image: Awin's own is a small proxy copy.
  ['large_image', 'merchant_image_url', 'aw_image_url'],
  ['description', 'product_short_description'],
  ['merchant_category', 'merchant_product_category_path'],
  ['category_name'],
  ['merchant_name'],
  ['merchant_id'],
  ['data_feed_id'],
  ['brand_name'],
  ['ean', 'product_GTIN', 'upc'],
  ['in_stock'],
  ['stock_status'],
  ['colour', 'Fashion:colour'],
  ['Fashion:size', 'size'],
  ['parent_product_id'],
  ['pre_order'],
  ['delivery_cost'],
  ['merchant_deep_link'],
] as const

/** Without an id, a name and a link, tracked or the merchant's own, there is nothing to sell. */
export const AWIN_REQUIRED = [[0], [1], [2, 23]] as const

export function mapCsvRecord({ line, fields, raw }: CsvRecord, options: ParseOptions): FeedRow {
  const programmeId = fields[12] || options.programmeId || ''
  const merchantPage = fields[23] ?? ''
  return {
    line,
    raw,
    externalId: fields[0] ?? '',
    name: fields[1] ?? '',
    link: fields[2] || trackedLink({ page: merchantPage, programmeId, publisherId: options.publisherId }),
    merchantPage,
    price: fields[3] ?? '',
    otherPrice: fields[4] ?? '',
    currency: fields[5] ?? '',
    listPrice: fields[6] ?? '',
    image: fields[7] ?? '',
    description: fields[8] ?? '',
    // The merchant's own words say more than Awin's broad category.
    category: fields[9] || fields[10] || '',
    merchantName: fields[11] ?? '',
    programmeId,
    feedId: fields[13] ?? '',
    brand: fields[14] ?? '',
    gtin: fields[15] ?? '',
    availability: availabilityOf({ inStock: fields[16] ?? '', status: fields[17] ?? '', preOrder: fields[21] ?? '' }),
    colour: fields[18] ?? '',
    size: fields[19] ?? '',
    group: fields[20] ?? '',
    deliveryCost: fields[22] ?? '',
  }
}

/** An empty in_stock is very common and means "not told", never "no". */
function availabilityOf({
  inStock,
  status,
  preOrder,
}: {
  inStock: string
  status: string
  preOrder: string
}): Availability {
  if (preOrder === '1') return 'preorder'
  if (inStock === '1') return 'in_stock'
  if (inStock === '0') return 'out_of_stock'
  return availabilityOfWords(status)
}
