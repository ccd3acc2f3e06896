import { fieldOf, isRecord, textOf } from '../../json-value.ts'
import type { FeedRow, RejectedRow } from '../network.ts'

interface Place {
  line: number
  /** Of the store. */
  domain: string
  shopName: string
}

/** A product of the store at its lowest price, or why it is none for us. */
export function mapStoreProduct(product: unknown, { line, domain, shopName }: Place): FeedRow | RejectedRow {
  if (!isRecord(product)) return { line, reason: 'no product', raw: JSON.stringify(product) ?? '' }
  const text = (name: string) => textOf(fieldOf(product, name))
  const price = fieldOf(fieldOf(product, 'priceRange'), 'minVariantPrice')
  const amount = textOf(fieldOf(price, 'amount'))
  const variants = nodesOf(fieldOf(product, 'variants'))
  const cheapest = variants.find((variant) => Number(amountOf(variant, 'price')) === Number(amount))
  const [only] = variants.length === 1 ? variants : []
  return {
    line,
    raw: product,
    programmeId: domain,
    merchantName: shopName,
    feedId: '',
    // gid://shopify/Product/123: unique in its store.
    externalId: text('id').replace(/^gid:\/\/shopify\/Product\//, ''),
    name: text('title'),
    description: text('description'),
    price: amount,
    otherPrice: '',
    currency: textOf(fieldOf(price, 'currencyCode')),
    listPrice: amountOf(cheapest, 'compareAtPrice'),
    deliveryCost: '',
    // A product that is not on the Online Store has no address of its own there; its handle leads to the store's own page.
    link: text('onlineStoreUrl') || `https://${domain}/products/${encodeURIComponent(text('handle'))}`,
    merchantPage: '',
    image: textOf(fieldOf(fieldOf(product, 'featuredImage'), 'url')),
    brand: text('vendor'),
    // Several variants have several numbers, and the product none.
    gtin: textOf(fieldOf(only, 'barcode')),
    availability: fieldOf(product, 'availableForSale') === true ? 'in_stock' : 'out_of_stock',
    category: text('productType'),
    colour: '',
    size: '',
    group: '',
  }
}

export function nodesOf(connection: unknown): unknown[] {
  const edges = fieldOf(connection, 'edges')
  return Array.isArray(edges) ? edges.map((edge) => fieldOf(edge, 'node')) : []
}

const amountOf = (variant: unknown, name: string): string => textOf(fieldOf(fieldOf(variant, name), 'amount'))
