import { queryOptions } from '@tanstack/react-query'
import { supabase, unwrap } from '../../client.ts'
import { z } from '../../zod.ts'
import { statisticsOf } from './statistics.ts'

export const productStatistics = queryOptions({
  queryKey: ['products', 'statistics'],
  queryFn: async ({ signal }) => statisticsOf(unwrap(await supabase.rpc('product_statistics').abortSignal(signal))),
})

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
const failure = z.object({ error: z.string() })

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

/** Whether the store answers: its configuration first, then a question to it. */
export const storeConnection = queryOptions({
  queryKey: ['shopify', 'connection'],
  queryFn: async ({ signal }): Promise<'connected'> => {
    await ask('get-shopify-config', {}, signal)
    await ask('shopify-products', { read: 'collections', limit: 1 }, signal)
    return 'connected'
  },
  retry: false,
})

/** The functions' answer, or their own words for what went wrong. */
async function ask(name: string, body: object, signal: AbortSignal): Promise<unknown> {
  const { data, error } = await supabase.functions.invoke(name, { body: { ...body }, signal })
  if (!error) return data
  const response: unknown = 'context' in error ? error.context : null
  if (!(response instanceof Response)) throw new Error('Shopify API request failed: network error')
  const said = failure.safeParse(await response.json().catch(() => null))
  throw new Error(said.success ? said.data.error : 'Shopify configuration not available')
}
