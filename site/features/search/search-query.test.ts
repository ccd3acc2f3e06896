import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import type { Database } from '#domain/database.types.ts'
import { shopSearchQuery } from './search-query.ts'

const row = {
  meant: 'rose',
  corrected: false,
  matched: 'all',
  products: 1001,
  finds: 1,
  articles: 2,
  categories: ['Gifts'],
  category_counts: [12],
  merchants: [],
  merchant_counts: [],
  kind: 'product',
  id: 7,
  title: 'Rose Oil',
  title_marked: '\u0002Rose\u0003 Oil',
  snippet_marked: 'Oil of \u0002rose\u0003.',
  link: 'https://shop.example.com/7',
  category: 'Gifts',
  merchant_name: 'Atelier',
  source: null,
  price: 24,
  currency: 'USD',
  image_url: 'https://shop.example.com/7.jpg',
  availability: 'in_stock',
  price_as_of: new Date().toISOString(),
  created_at: '2026-01-01T00:00:00Z',
  read_time: null,
}

/** The backend's side of the wire: what it was asked, and what it answers. */
function backend(rows: object[]) {
  const asked: unknown[] = []
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const isSearch = String(input).includes('/rpc/search_shop')
    if (isSearch) asked.push(JSON.parse(String(init?.body)))
    return Response.json(isSearch ? rows : [])
  }
  const auth = { persistSession: false, autoRefreshToken: false }
  const client = createClient<Database>('http://shop.test', 'key', { auth, global: { fetch } })
  const call = () => Promise.reject(new Error('A search calls no server function.'))
  return { asked, client: Object.assign(client, { call }) }
}

test('a page of results has the shape of a shopping search [S3.15]', async () => {
  const { client } = backend([row])
  const found = await shopSearchQuery({ q: 'rose' }).read(client)
  expect(found.searchInformation).toEqual({ totalResults: '1000' })
  expect(found.items).toHaveLength(1)
  expect(found.items[0]).toMatchObject({
    title: 'Rose Oil',
    link: 'https://shop.example.com/7',
    snippet: 'Oil of rose.',
    pagemap: {
      offer: [{ price: '24', pricecurrency: 'USD' }],
      cse_image: [{ src: 'https://shop.example.com/7.jpg' }],
      cse_thumbnail: [{ src: 'https://shop.example.com/7.jpg' }],
    },
    path: '/p/rose-oil-7',
  })
})

test('a search without results has no items and no price without a fresh one', async () => {
  const none = backend([{ ...row, kind: null, products: 0, finds: 0, articles: 0 }])
  const found = await shopSearchQuery({ q: 'rose' }).read(none.client)
  expect([found.items, found.searchInformation.totalResults]).toEqual([[], '0'])
  const find = backend([{ ...row, kind: 'find', source: 'amazon', price_as_of: '2020-01-01T00:00:00Z' }])
  const [item] = (await shopSearchQuery({ q: 'rose' }).read(find.client)).items
  expect(item).toMatchObject({ price: null, priceWithheld: true, path: null, pagemap: { offer: [] } })
})

test('asks for eight results from the first of the page [S9.36]', async () => {
  const { asked, client } = backend([row])
  await shopSearchQuery({ q: 'rose', page: 3, kind: 'find' }).read(client)
  expect(asked).toEqual([{ query_text: 'rose', kind_param: 'find', page_size: 8, page_start: 16, as_typed: false }])
})

test('asks for beauty deals where nobody has typed anything [S9.38]', async () => {
  const { asked, client } = backend([row])
  await shopSearchQuery({}).read(client)
  expect(asked).toMatchObject([{ query_text: 'beauty deals', page_start: 0 }])
})

test('every page of every search is a question of its own [S7.20]', () => {
  const asks = [{ q: 'rose' }, { q: 'rose', page: 2 }, { q: 'roses' }, { q: 'rose', exact: true }]
  expect(new Set(asks.map((ask) => shopSearchQuery(ask).key)).size).toBe(asks.length)
})
