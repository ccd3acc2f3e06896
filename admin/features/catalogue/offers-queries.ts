import { queryOptions } from '@tanstack/react-query'
import { supabase, unwrap } from '../../client.ts'

const SHOWN = 'id, merchant_name, price, currency, availability, source, feed_id, price_as_of, merchant_url'
/** The newest of a product's past prices. */
const PRICES = 20

async function offersOf(product: number, signal: AbortSignal) {
  const offers = unwrap(await supabase.rpc('product_offers', { of_product: product }).select(SHOWN).abortSignal(signal))
  const runs = await runsOf([...new Set(offers.flatMap(({ feed_id }) => feed_id ?? []))], signal)
  return offers.map((offer) => ({ ...offer, run: offer.feed_id === null ? null : (runs.get(offer.feed_id) ?? null) }))
}

export type Offer = Awaited<ReturnType<typeof offersOf>>[number]

/** The run of each list that last confirmed its products. */
async function runsOf(feeds: readonly number[], signal: AbortSignal) {
  if (feeds.length === 0) return new Map<number, Confirming>()
  const listed = supabase.from('feeds').select('id, checked_at, programmes(network_id)')
  const rows = unwrap(await listed.in('id', [...feeds]).abortSignal(signal))
  const found = await Promise.all(
    rows.map(async ({ id, checked_at, programmes }) => {
      if (checked_at === null) return []
      const confirming = supabase.from('feed_runs').select('id, started_at').eq('network_id', programmes.network_id)
      const [run] = unwrap(
        await confirming
          .eq('status', 'succeeded')
          .lte('started_at', checked_at)
          .order('started_at', { ascending: false })
          .limit(1)
          .abortSignal(signal),
      )
      return run ? [[id, { id: run.id, checked_at }] as const] : []
    }),
  )
  return new Map<number, Confirming>(found.flat())
}
interface Confirming {
  id: number
  checked_at: string
}

/** What every merchant asks for a product, which run read it, and what the product cost before. */
export const productOffers = (product: number) =>
  queryOptions({
    queryKey: ['products', 'offers', product],
    queryFn: async ({ signal }) => {
      const past = supabase.from('price_history').select('*').eq('product_id', product)
      const [offers, prices] = await Promise.all([
        offersOf(product, signal),
        past.order('observed_from', { ascending: false }).limit(PRICES).abortSignal(signal),
      ])
      return { offers, prices: unwrap(prices) }
    },
  })
