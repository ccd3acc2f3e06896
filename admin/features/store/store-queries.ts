import { queryOptions } from '@tanstack/react-query'
import { z } from '../../zod.ts'
import { ask } from './store-connection.ts'

const card = z.object({
  id: z.string(),
  product_name: z.string(),
  image_url: z.string().nullable(),
  price: z.number().nullable(),
  currency: z.string().catch('USD'),
  merchant_name: z.string(),
  category: z.string().catch('General'),
  affiliate_link: z.string(),
  tags: z.array(z.string()).catch([]),
})
export type StoreCard = z.output<typeof card>

/** A row that is no card is left out; the others are shown. */
const cards = z.object({ products: z.array(card.nullable().catch(null)) })
const collections = z.object({ collections: z.array(z.object({ handle: z.string(), title: z.string() })) })

/** Of a collection, or of the whole store: as many as the specification's grid shows (B 9). */
const LIMIT = 20

export const storeProducts = (collection: string | null) =>
  queryOptions({
    queryKey: ['shopify', 'products', collection],
    queryFn: async ({ signal }) => {
      const body = { read: 'products', limit: LIMIT, ...(collection && { collection }) }
      return cards.parse(await ask('shopify-products', body, signal)).products.flatMap((row) => row ?? [])
    },
    retry: false,
  })

export const storeCollections = queryOptions({
  queryKey: ['shopify', 'collections'],
  queryFn: async ({ signal }) =>
    collections.parse(await ask('shopify-products', { read: 'collections' }, signal)).collections,
  retry: false,
})
