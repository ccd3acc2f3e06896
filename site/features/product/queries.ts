import { productPath } from '#domain/product-path.ts'
import { withFreshPrices } from '#site/features/offer/fresh-prices.ts'
import { type Offer, productColumns } from '#site/features/offer/offer.ts'
import { productTables } from '#site/features/offer/product-tables.ts'
import { type ShopQuery, unwrap } from '#site/ssr/data/query.ts'
import { type ItemOffer, itemOfferColumns, toItemOffers } from './item-offers.ts'
import { variantLabels } from './parts/variant-labels.ts'

/** A product as its own page shows it. */
export interface ProductDetail extends ItemOffer {
  category: string
  brand: string | null
  description: string | null
  gtin: string | null
  colour: string | null
  size: string | null
  /** Whether visitors may be told of it by mail. */
  mayAlert: boolean
  /** The pages of its category, merchant and brand, by the last part of their addresses. */
  slugs: { category: string | undefined; merchant: string | undefined; brand: string | undefined }
}

const detailColumns = `${itemOfferColumns},description,brand,gtin,colour,size,may_alert,page_slugs` as const

/** One listed product; null when there is none of that id. */
export const productQuery = (id: number): ShopQuery<ProductDetail | null> => ({
  key: `product ${id}`,
  tables: productTables,
  read: async (client) => {
    const row = unwrap(await client.from('products').select(detailColumns).eq('id', id).maybeSingle())
    if (!row) return null
    const [offer] = await toItemOffers(client, [row])
    if (!offer) return null
    const { category, brand, description, gtin, colour, size } = row
    return {
      ...{ ...offer, category, brand, description, gtin, colour, size, mayAlert: row.may_alert === true },
      slugs: { category: row.page_slugs?.[0], merchant: row.page_slugs?.[1], brand: row.page_slugs?.[2] },
    }
  },
})

export interface WatchedProduct {
  name: string
  page: string
  isInStock: boolean
}

/** What the page that asks for an alert says of a product; null where there is none, or none may be asked for. */
export const watchedQuery = (id: number): ShopQuery<WatchedProduct | null> => ({
  key: `watched product ${id}`,
  tables: productTables,
  read: async (client) => {
    const columns = 'product_name,availability,may_alert'
    const row = unwrap(await client.from('products').select(columns).eq('id', id).maybeSingle())
    if (row?.may_alert !== true) return null
    const { product_name } = row
    return { name: product_name, page: productPath({ id, product_name }), isInStock: row.availability === 'in_stock' }
  },
})

export interface Variant {
  id: number
  page: string
  label: string
  soldOut?: boolean
}

/** The colours and sizes of one product, itself among them; none when it comes in one only. */
export const variantsQuery = (id: number): ShopQuery<Variant[]> => ({
  key: `product variants ${id}`,
  tables: productTables,
  read: async (client) => {
    const rows =
      unwrap(await client.rpc('product_variants', { of_product: id }).select(`${productColumns},colour,size`)) ?? []
    if (rows.length < 2) return []
    const [offers, labels] = [await withFreshPrices(client, rows), variantLabels(rows)]
    return offers.map(({ id, page = '', soldOut }, index) => ({ id, page, label: labels[index] ?? '', soldOut }))
  },
})

/** One row: the bytes of a second one went to the shops and the history beside the price. */
const relatedShown = 4

export const relatedQuery = (id: number): ShopQuery<Offer[]> => ({
  key: `product related ${id}`,
  tables: productTables,
  read: async (client) => {
    const rows = await client
      .rpc('related_products', { of_product: id, page_size: relatedShown })
      .select(productColumns)
    return withFreshPrices(client, unwrap(rows) ?? [])
  },
})

export interface GoneProduct {
  name: string
  category: string
  alternatives: Offer[]
}

/** What became of a product that is not listed: null when there never was one. */
export const goneProductQuery = (id: number): ShopQuery<GoneProduct | null> => ({
  key: `product gone ${id}`,
  tables: productTables,
  read: async (client) => {
    const [gone] = unwrap(await client.rpc('gone_product', { of_product: id })) ?? []
    if (!gone) return null
    const listed = client.rpc('list_products', { categories: [gone.category], page_size: 4 }).select(productColumns)
    const rows = unwrap(await listed.neq('availability', 'out_of_stock'))
    return {
      name: gone.product_name,
      category: gone.category,
      alternatives: await withFreshPrices(client, rows ?? []),
    }
  },
})
