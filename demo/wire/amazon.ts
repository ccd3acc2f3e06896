import type { GeneratedProduct } from '../seed/generate-product.ts'
import { decimal } from './money.ts'

const DIGITS = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** One answer of the Creators API's getItems: at most ten items, and errors beside them. */
export function amazonItems(products: readonly GeneratedProduct[]): string {
  const known = products.filter(({ index }) => index % 17 !== 16)
  const errors = products
    .filter(({ index }) => index % 17 === 16)
    .map(({ index }) => ({
      code: 'ItemNotAccessible',
      message: `The ItemId ${asinOf(index)} is not accessible through the Creators API.`,
    }))
  return JSON.stringify({ itemsResult: { items: known.map(item) }, ...(errors.length > 0 ? { errors } : {}) })
}

/** One page of the Creators API's searchItems. What finds nothing is told as an error beside no result. */
export function amazonSearch(products: readonly GeneratedProduct[], total: number): string {
  if (products.length === 0) {
    return JSON.stringify({ errors: [{ code: 'NoResults', message: 'No results found for your request.' }] })
  }
  return JSON.stringify({ searchResult: { items: products.map(item), totalResultCount: total } })
}

function item(product: GeneratedProduct) {
  const asin = asinOf(product.index)
  const money = (cents: number) => ({ amount: cents / 100, currency: 'USD', displayAmount: `$${decimal(cents)}` })
  const price = {
    money: money(product.priceCents),
    ...(product.listCents === null
      ? {}
      : {
          savings: {
            money: money(product.listCents - product.priceCents),
            percentage: Math.round((1 - product.priceCents / product.listCents) * 100),
          },
          savingBasis: {
            money: money(product.listCents),
            savingBasisType: 'LIST_PRICE',
            savingBasisTypeLabel: 'List Price',
          },
        }),
  }
  return {
    asin,
    detailPageURL: `https://www.amazon.com/dp/${asin}?tag=dahlia-20&linkCode=ogi&th=1&psc=1`,
    images: {
      primary: { large: { url: `https://m.media-amazon.com/images/I/${asin}._SL500_.jpg`, width: 500, height: 500 } },
    },
    itemInfo: {
      title: { displayValue: product.name, label: 'Title', locale: 'en_US' },
      byLineInfo: { brand: { displayValue: product.brand, label: 'Brand', locale: 'en_US' } },
      externalIds: { eans: { displayValues: [product.gtin] } },
    },
    // Sold out items come without a listing: then there is no price to show.
    offersV2: {
      listings: product.inStock
        ? [
            {
              isBuyBoxWinner: true,
              price,
              availability: { type: 'IN_STOCK', message: 'In Stock' },
              condition: { value: 'New' },
            },
          ]
        : [],
    },
  }
}

function asinOf(index: number): string {
  let rest = index
  let text = ''
  for (let i = 0; i < 7; i++) {
    text = (DIGITS[rest % DIGITS.length] ?? '0') + text
    rest = Math.floor(rest / DIGITS.length)
  }
  return `B0X${text}`
}
