import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { itemOffersQuery, mostOffers } from './item-offers.ts'

interface Offer {
  id: number
  item_id: string
}

/** Asks for these products at a backend with these offers, which gives no more than a full response. */
async function read(keys: string[], offers: Offer[]): Promise<Map<string, string[]>> {
  const answer: typeof fetch = async (input) => {
    const { searchParams } = new URL(String(input))
    const column = searchParams.has('id') ? 'id' : 'item_id'
    const wanted: readonly string[] = searchParams.get(column)?.match(/\d+/g) ?? []
    const found = offers.filter((offer) => wanted.includes(String(offer[column])))
    const byItem = searchParams.get('order')?.startsWith('item_id.asc,id.asc')
    const order = (a: Offer, b: Offer) => (byItem ? Number(a.item_id) - Number(b.item_id) : 0) || a.id - b.id
    return Response.json(found.toSorted(order).slice(0, mostOffers))
  }
  const client = createClient('http://backend.test', 'key', { global: { fetch: answer } })
  return itemOffersQuery(keys).read({
    from: client.from.bind(client),
    rpc: client.rpc.bind(client),
    call: async () => new Response(),
  })
}

const offersOfItem = (item: number, from: number, count: number): Offer[] =>
  Array.from({ length: count }, (_, at) => ({ id: from + at, item_id: String(item) }))

test('every offer of the items is told by product, and products at Amazon are left out', async () => {
  const offers = [...offersOfItem(1, 10, 2), ...offersOfItem(2, 20, 1)]
  const found = await read(['11', '20', 'find-3'], offers)
  expect([...found]).toEqual([
    ['11', ['10', '11']],
    ['20', ['20']],
  ])
})

test('of more offers than one response holds, items that are not whole are left as they were', async () => {
  const offers = [...offersOfItem(3, 10_000, 700), ...offersOfItem(2, 20_000, 700), ...offersOfItem(1, 30_000, 700)]
  const found = await read(['10000', '20000', '30000'], offers)
  expect([...found.keys()]).toEqual(['30000'])
  expect(found.get('30000')).toHaveLength(700)
})
