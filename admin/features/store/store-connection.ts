import { queryOptions } from '@tanstack/react-query'
import { supabase, unwrap } from '../../client.ts'
import { z } from '../../zod.ts'
import { statisticsOf } from './statistics.ts'

export const productStatistics = queryOptions({
  queryKey: ['products', 'statistics'],
  queryFn: async ({ signal }) => statisticsOf(unwrap(await supabase.rpc('product_statistics').abortSignal(signal))),
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
export async function ask(name: string, body: object, signal: AbortSignal): Promise<unknown> {
  const { data, error } = await supabase.functions.invoke(name, { body: { ...body }, signal })
  if (!error) return data
  const response: unknown = 'context' in error ? error.context : null
  if (!(response instanceof Response)) throw new Error('Shopify API request failed: network error')
  const said: unknown = await response.json().catch(() => null)
  const { error: words, code } = failure.parse(said)
  if (code === 'configuration_not_found') throw new NoStoreError(words)
  throw new Error(words)
}

const failure = z
  .object({ error: z.string(), code: z.string().optional().catch(undefined) })
  .catch({ error: 'Shopify configuration not available', code: undefined })

/** Nobody has named a store: there is nothing wrong. */
export class NoStoreError extends Error {
  override name = 'NoStoreError'
}
