import { type Client, ReadError, type ShopQuery } from '#site/ssr/data/query.ts'
import type { StoreProduct } from './shopify-product.ts'

export interface StoreCollection {
  handle: string
  title: string
}

/** The server caches a response of the store for a minute; a page with it is not cached for longer. */
const freshSeconds = 60

/** The code of the server's answer when no store is set at all: nothing failed, there is none. */
const noStore = 'configuration_not_found'

/**
 * Products of a collection of the hosted store, or of the whole store: 20 unless the caller says otherwise. Null: this shop
 * has no store.
 */
export const storeProductsQuery = (collection: string | null, limit = 20): ShopQuery<StoreProduct[] | null> => ({
  key: `store-products ${JSON.stringify({ collection, limit })}`,
  tables: [],
  freshSeconds,
  read: async (client) => {
    const body = { read: 'products', limit, ...(collection ? { collection } : {}) }
    const answer = await askStore(client, body)
    if (answer === null) return null
    const { products, readAt } = answer
    if (!Array.isArray(products)) throw notAvailable()
    return products.filter(isCard).map((card) => toStoreProduct(card, typeof readAt === 'string' ? readAt : null))
  },
})

export const storeCollectionsQuery = (): ShopQuery<StoreCollection[] | null> => ({
  key: 'store-collections',
  tables: [],
  freshSeconds,
  read: async (client) => {
    const answer = await askStore(client, { read: 'collections' })
    if (answer === null) return null
    const { collections } = answer
    if (!Array.isArray(collections)) throw notAvailable()
    return collections.filter(isCollection).map(({ handle, title }) => ({ handle, title }))
  },
})

/** The store is read by our own server; its failures come in the words that are shown. Null: there is no store. */
async function askStore(client: Client, body: object): Promise<Record<string, unknown> | null> {
  const reply = await client.call('shopify-products', body).catch(() => {
    throw new ReadError('Shopify API request failed: network error')
  })
  const answer: unknown = await reply.json().catch(() => null)
  if (!isRecord(answer)) throw notAvailable()
  if (reply.ok) return answer
  if (answer.code === noStore) return null
  if (typeof answer.error !== 'string') throw notAvailable()
  throw new ReadError(answer.error, { lasting: answer.lasting === true })
}

/** No function of that name, or an answer that is not its own. */
const notAvailable = () => new ReadError('Shopify configuration not available')

/** The part of the function's cards that is shown. */
interface Card {
  id: string
  product_name: string
  image_url: string | null
  price: number | null
  currency: string
  merchant_name: string
  category: string
  affiliate_link: string
  handle: string
  tags: string[]
  available: boolean
  created_at: string
}

function toStoreProduct(card: Card, readAt: string | null): StoreProduct {
  return {
    offer: {
      id: Number(/(?<!\d)\d+$/.exec(card.id)?.[0] ?? 0), // gid://shopify/Product/123
      name: card.product_name,
      merchant: card.merchant_name,
      source: 'shopify',
      price: card.price,
      priceWithheld: false,
      currency: card.currency,
      image: card.image_url,
      link: card.affiliate_link,
      soldOut: !card.available,
      asOf: readAt,
    },
    handle: card.handle,
    category: card.category,
    tags: card.tags,
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isCard = (value: unknown): value is Card =>
  isRecord(value) && typeof value.id === 'string' && typeof value.product_name === 'string' && Array.isArray(value.tags)

const isCollection = (value: unknown): value is StoreCollection =>
  isRecord(value) && typeof value.handle === 'string' && typeof value.title === 'string'
