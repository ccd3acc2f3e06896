import { productPath } from '#domain/product-path.ts'
import { withFreshPrices } from '#site/features/offer/fresh-prices.ts'
import { type Offer, type ProductRow, productColumns } from '#site/features/offer/offer.ts'
import { productTables } from '#site/features/offer/product-tables.ts'
import { type Shop, type ShopQuery, unwrap } from '#site/ssr/data/query.ts'
import type { PastPrice } from './parts/price-line.ts'
import { variantLabels } from './parts/variant-labels.ts'

/** A product as its own page shows it. */
export interface ProductDetail extends Offer {
  category: string
  brand: string | null
  description: string | null
  gtin: string | null
  colour: string | null
  size: string | null
  availability: string
  /** What the shop says it cost before: a claim, shown as the shop's own. */
  listPrice: number | null
  /** Since when the price is what it is. */
  priceSince: string
  /** A sentence that this shop wants beside its links. */
  disclosure: string | null
  /** Whether visitors may be told of it by mail. */
  mayAlert: boolean
  /** The pages of its category, merchant and brand, by the last part of their addresses. */
  slugs: { category: string | undefined; merchant: string | undefined; brand: string | undefined }
}

const detailColumns =
  `${productColumns},description,brand,gtin,colour,size,list_price,price_changed_at,may_alert,page_slugs` as const

/** One listed product; null when there is none of that id. */
export const productQuery = (id: number): ShopQuery<ProductDetail | null> => ({
  key: `product ${id}`,
  tables: productTables,
  read: async (shop) => {
    const row = unwrap(await shop.from('products').select(detailColumns).eq('id', id).maybeSingle())
    if (!row) return null
    const [[offer], rules] = await Promise.all([withFreshPrices(shop, [row]), merchantsOf(shop, [row])])
    if (!offer) return null
    return {
      ...offer,
      category: row.category,
      brand: row.brand,
      description: row.description,
      gtin: row.gtin,
      colour: row.colour,
      size: row.size,
      availability: row.availability,
      listPrice: offer.price === null ? null : row.list_price,
      priceSince: row.price_changed_at,
      mayAlert: row.may_alert === true,
      disclosure: rules.get(offer.merchant) ?? null,
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
  read: async (shop) => {
    const columns = 'product_name,availability,may_alert'
    const row = unwrap(await shop.from('products').select(columns).eq('id', id).maybeSingle())
    if (row?.may_alert !== true) return null
    const { product_name } = row
    return { name: product_name, page: productPath({ id, product_name }), isInStock: row.availability === 'in_stock' }
  },
})

const merchantsOf = async (shop: Shop, rows: readonly Pick<ProductRow, 'merchant_name'>[]) => {
  // Quoted here: supabase-js quotes names with a comma or a bracket, but not the quotes in them.
  const names = [...new Set(rows.map((row) => JSON.stringify(row.merchant_name)))]
  const found = unwrap(
    await shop
      .from('merchants')
      .select('name, disclosure')
      .filter('name', 'in', `(${names})`)
      .not('disclosure', 'is', null),
  )
  return new Map(found?.map(({ name, disclosure }) => [name, disclosure]))
}

export interface ItemOffer extends Offer {
  availability: string
  disclosure: string | null
}

/** What every shop asks for the same item, the cheapest known price first. */
export const offersQuery = (id: number): ShopQuery<ItemOffer[]> => ({
  key: `product offers ${id}`,
  tables: productTables,
  read: async (shop) => {
    const rows = unwrap(await shop.rpc('product_offers', { of_product: id }).select(productColumns)) ?? []
    const [offers, rules] = await Promise.all([withFreshPrices(shop, rows), merchantsOf(shop, rows)])
    return offers
      .map((offer, index) => ({
        ...offer,
        availability: rows[index]?.availability ?? 'unknown',
        disclosure: rules.get(offer.merchant) ?? null,
      }))
      .sort((a, b) => Number(a.price === null) - Number(b.price === null)) // withheld prices are not cheap
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
  read: async (shop) => {
    const rows =
      unwrap(await shop.rpc('product_variants', { of_product: id }).select(`${productColumns},colour,size`)) ?? []
    if (rows.length < 2) return []
    const [offers, labels] = [await withFreshPrices(shop, rows), variantLabels(rows)]
    return offers.map(({ id, page = '', soldOut }, index) => ({ id, page, label: labels[index] ?? '', soldOut }))
  },
})

export const relatedQuery = (id: number): ShopQuery<Offer[]> => ({
  key: `product related ${id}`,
  tables: productTables,
  read: async (shop) => {
    const rows = await shop.rpc('related_products', { of_product: id, page_size: 8 }).select(productColumns)
    return withFreshPrices(shop, unwrap(rows) ?? [])
  },
})

/** Two years of daily changes: more would be a smear. */
const maxPastPrices = 730

/** Prices a product had before, oldest first. The backend tells none for a shop that forbids it. */
export const pastPricesQuery = (id: number): ShopQuery<PastPrice[]> => ({
  key: `product past prices ${id}`,
  tables: ['products', 'merchants', 'networks'],
  read: async (shop) => {
    const past = shop.from('price_history').select('price, currency, observed_from, observed_until')
    const rows = unwrap(
      await past.eq('product_id', id).order('observed_from', { ascending: false }).limit(maxPastPrices),
    )
    return (rows ?? [])
      .flatMap(({ price, currency, observed_from: from, observed_until: until }) =>
        price === null ? [] : [{ price, currency, from, until }],
      )
      .reverse()
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
  read: async (shop) => {
    const [gone] = unwrap(await shop.rpc('gone_product', { of_product: id })) ?? []
    if (!gone) return null
    const listed = shop.rpc('list_products', { categories: [gone.category], page_size: 4 }).select(productColumns)
    const rows = unwrap(await listed.neq('availability', 'out_of_stock'))
    return {
      name: gone.product_name,
      category: gone.category,
      alternatives: await withFreshPrices(shop, rows ?? []),
    }
  },
})
