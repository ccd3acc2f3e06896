import type { GeneratedProduct } from '../seed/generate-product.ts'
import type { Random } from '../seed/random.ts'

/** The publisher in every tracked link: nobody's. */
const PUBLISHER_ID = '100001'

/** Columns of a Create-a-Feed download, in the order that Awin's own default set has them, then the useful extras. */
export const AWIN_COLUMNS = [
  'aw_deep_link',
  'product_name',
  'aw_product_id',
  'merchant_product_id',
  'merchant_image_url',
  'description',
  'merchant_category',
  'search_price',
  'merchant_name',
  'merchant_id',
  'category_name',
  'category_id',
  'aw_image_url',
  'currency',
  'store_price',
  'delivery_cost',
  'merchant_deep_link',
  'language',
  'last_updated',
  'display_price',
  'data_feed_id',
  'brand_name',
  'colour',
  'rrp_price',
  'in_stock',
  'ean',
  'parent_product_id',
  'Fashion:size',
] as const

export interface AwinCsvOptions {
  delimiter: ',' | ';' | '|' | '\t'
  /** Picture of a product; the default is a picture server of our invention. */
  imageUrl?: (product: GeneratedProduct) => string
  /** Texts with HTML entities and tags, prices in other spellings, empty fields: legal, but in need of care. */
  untidy?: Random | null
}

export function awinCsvHeader({ delimiter }: AwinCsvOptions): string {
  return AWIN_COLUMNS.join(delimiter)
}

/** One line of the feed without its line end. */
export function awinCsvRow(product: GeneratedProduct, options: AwinCsvOptions): string {
  const { delimiter, untidy = null, imageUrl = imageServer } = options
  const { merchant } = product
  const awinId = String(30_000_000_000 + product.index)
  const price = (product.priceCents / 100).toFixed(2)
  const list = product.listCents === null ? '' : (product.listCents / 100).toFixed(2)
  const image = imageUrl(product)
  const page = `https://www.${merchant.slug}.example/p/${product.sku.toLowerCase()}`
  const fields = [
    `https://www.awin1.com/pclick.php?p=${awinId}&a=${PUBLISHER_ID}&m=${merchant.programmeId}`,
    untidy?.chance(0.05) ? withEntities(product.name) : product.name,
    awinId,
    product.sku,
    image,
    untidy?.chance(0.1) ? `<p>${withEntities(product.description)}</p><ul><li>New</li></ul>` : product.description,
    product.shopCategory,
    untidy?.chance(0.03) ? `USD ${price.replace('.', ',')}` : price,
    merchant.name,
    merchant.programmeId,
    product.category,
    '',
    '',
    untidy?.chance(0.04) ? '' : 'USD',
    '',
    merchant.deliveryCents === undefined ? '' : (merchant.deliveryCents / 100).toFixed(2),
    page,
    'en',
    '',
    `USD${price}`,
    merchant.feedId,
    product.brand,
    product.colour ?? '',
    list,
    untidy?.chance(0.2) ? '' : product.inStock ? '1' : '0',
    product.gtin,
    product.group,
    product.size ?? '',
  ]
  for (let i = 0; i < fields.length; i++) fields[i] = quoteWhereNeeded(fields[i] ?? '', delimiter)
  return fields.join(delimiter)
}

/** Awin quotes where a delimiter or white space stands in the field. */
function quoteWhereNeeded(text: string, delimiter: string): string {
  if (!/[\s"]/.test(text) && !text.includes(delimiter)) return text
  return `"${text.replaceAll('"', '""')}"`
}

function imageServer(product: GeneratedProduct): string {
  return `https://images.${product.merchant.slug}.example/${product.sku.toLowerCase()}.jpg`
}

function withEntities(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('é', '&eacute;')
    .replaceAll('œ', '&oelig;')
    .replaceAll(' - ', ' &#8211; ')
}
