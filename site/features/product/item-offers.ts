import { withFreshPrices } from '#site/features/offer/fresh-prices.ts'
import { type Offer, type ProductRow, productColumns } from '#site/features/offer/offer.ts'
import { productTables } from '#site/features/offer/product-tables.ts'
import type { Content } from '#site/features/offer/unit-price.ts'
import { type Client, type ShopQuery, unwrap } from '#site/ssr/data/query.ts'
import type { PastPrice } from './parts/price-line.ts'

/** One shop's offer, with all that decides between shops. */
export interface ItemOffer extends Offer {
  availability: string
  /** What delivery costs; null where the shop does not tell. */
  deliveryCost: number | null
  content: Content | null
  /** What the shop says it cost before: a claim, shown as the shop's own. */
  listPrice: number | null
  /** Since when the price is what it is. */
  priceSince: string
  /** Our staff wrote the price: it is no reading of ours. */
  isPriceByHand: boolean
  /** A sentence that this shop wants beside its links. */
  disclosure: string | null
}

export const itemOfferColumns =
  `${productColumns},list_price,price_changed_at,price_by_hand,delivery_cost,content_amount,content_unit` as const

export interface ItemOfferRow extends ProductRow {
  list_price: number | null
  price_changed_at: string
  price_by_hand: boolean | null
  delivery_cost: number | null
  content_amount: number | null
  content_unit: string | null
}

/** Rows as product pages show them. */
export async function toItemOffers(client: Client, rows: readonly ItemOfferRow[]): Promise<ItemOffer[]> {
  const [offers, sentences] = await Promise.all([withFreshPrices(client, rows), disclosuresOf(client, rows)])
  return offers.flatMap((offer, index) => {
    const row = rows[index]
    if (!row) return []
    return {
      ...offer,
      availability: row.availability,
      deliveryCost: row.delivery_cost,
      content: contentOf(row),
      listPrice: offer.price === null ? null : row.list_price,
      priceSince: row.price_changed_at,
      isPriceByHand: row.price_by_hand === true,
      disclosure: sentences.get(offer.merchant) ?? null,
    }
  })
}

function contentOf({ content_amount: amount, content_unit: unit }: ItemOfferRow): Content | null {
  return amount !== null && (unit === 'ml' || unit === 'g' || unit === 'oz') ? { amount, unit } : null
}

const disclosuresOf = async (client: Client, rows: readonly Pick<ProductRow, 'merchant_name'>[]) => {
  // Quoted here: supabase-js quotes names with a comma or a bracket, but not the quotes in them.
  const names = [...new Set(rows.map((row) => JSON.stringify(row.merchant_name)))]
  const found = unwrap(
    await client
      .from('merchants')
      .select('name, disclosure')
      .filter('name', 'in', `(${names})`)
      .not('disclosure', 'is', null),
  )
  return new Map(found?.map(({ name, disclosure }) => [name, disclosure]))
}

/** Every shop's offer of the same item. */
export const offersQuery = (id: number): ShopQuery<ItemOffer[]> => ({
  key: `product offers ${id}`,
  tables: productTables,
  read: async (client) =>
    toItemOffers(client, unwrap(await client.rpc('product_offers', { of_product: id }).select(itemOfferColumns)) ?? []),
})

/** Two years of daily changes: more would be a smear. */
const maxPastPrices = 730

/** The prices that every shop's offer of the item had before, by offer. */
export type PastPrices = Record<number, PastPrice[]>

/** Prices before, oldest first. The backend tells none for a shop or network that forbids it, or while none are tracked. */
export const pastPricesQuery = (id: number): ShopQuery<PastPrices> => ({
  key: `product past prices ${id}`,
  tables: ['products', 'merchants', 'networks'],
  read: async (client) => {
    const found = unwrap(await client.rpc('product_offers', { of_product: id }).select('id')) ?? []
    const offers = client
      .from('products')
      .select('id,price_history(price,currency,observed_from,observed_until)')
      .in(
        'id',
        found.map((offer) => offer.id),
      )
      .order('observed_from', { referencedTable: 'price_history', ascending: false })
      .limit(maxPastPrices, { referencedTable: 'price_history' })
    return Object.fromEntries(
      (unwrap(await offers) ?? []).map((offer) => [
        offer.id,
        offer.price_history
          .flatMap(({ price, currency, observed_from: from, observed_until: until }) =>
            price === null ? [] : [{ price, currency, from, until }],
          )
          .reverse(),
      ]),
    )
  },
})
