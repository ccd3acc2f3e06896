/** How other shops and spreadsheets call what our columns hold; in small letters without spaces and signs. */
const MEANINGS: Record<string, readonly string[]> = {
  product_name: ['name', 'title', 'product', 'producttitle', 'item', 'itemname'],
  product_title: ['name', 'title', 'product', 'productname'],
  title: ['name', 'headline', 'heading'],
  name: ['title', 'label'],
  merchant_name: ['merchant', 'shop', 'store', 'seller', 'advertiser', 'retailer'],
  category: ['categories', 'department', 'section', 'producttype'],
  brand: ['brandname', 'manufacturer', 'maker'],
  price: ['currentprice', 'saleprice', 'searchprice', 'amount', 'cost'],
  list_price: ['oldprice', 'rrp', 'rrpprice', 'wasprice', 'regularprice', 'pricebefore', 'msrp'],
  currency: ['currencycode'],
  affiliate_link: [
    'link',
    'url',
    'deeplink',
    'awdeeplink',
    'clickurl',
    'affiliateurl',
    'producturl',
    'buyurl',
    'address',
  ],
  image_url: ['image', 'picture', 'imagelink', 'photo', 'imageaddress', 'merchantimageurl'],
  gtin: ['ean', 'ean13', 'upc', 'barcode', 'isbn', 'productgtin'],
  description: ['text', 'summary', 'details', 'productdescription'],
  availability: ['stock', 'instock', 'stockstatus'],
  colour: ['color'],
  website: ['url', 'homepage', 'site', 'domain'],
  slug: ['handle', 'path', 'permalink'],
}

/**
 * The column that a title of a file means, of those that the table has; null when none is plain enough. `more` are words for
 * columns that only the caller has.
 */
export function guessColumn(
  title: string,
  columns: ReadonlySet<string>,
  more: Readonly<Record<string, readonly string[]>> = {},
): string | null {
  const wanted = plain(title)
  for (const name of columns) if (plain(name) === wanted) return name
  for (const [name, words] of [...Object.entries(more), ...Object.entries(MEANINGS)]) {
    if (columns.has(name) && words.includes(wanted)) return name
  }
  return null
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
