import { randomUUID } from 'node:crypto'
import { describe, expect, expectTypeOf, test } from 'vitest'
import type { RecordedEvents } from '#site/features/events/record-event.ts'
import { callFunction, newAddress } from '#tests/support/call-function.ts'
import { serviceClient, target } from '#tests/support/target.ts'
import type { EventProperties } from '../../supabase/functions/record-event/events.ts'

/** A path that only this test writes about. */
const ownPath = () => `/test-${randomUUID().slice(0, 8)}`

async function recorded(path: string) {
  const { data } = await serviceClient('shop')
    .from('events')
    .select('name, path, product_id, properties, is_bot')
    .eq('path', path)
    .order('id')
  return data ?? []
}

test('what the site sends is what the function takes [S2.10.1]', () => {
  expectTypeOf<keyof RecordedEvents>().toEqualTypeOf<keyof EventProperties>()
  expectTypeOf<RecordedEvents>().toExtend<EventProperties>()
})

describe('an event', () => {
  test('is recorded as a beacon sends it: as plain text, with the key in the address', async () => {
    const path = ownPath()
    const { url, publishableKey } = target('shop')
    const reply = await fetch(`${url}/functions/v1/record-event?apikey=${publishableKey}`, {
      method: 'POST',
      headers: { 'user-agent': 'Mozilla/5.0 Firefox/140.0', 'accept-language': 'de', 'x-forwarded-for': newAddress() },
      body: JSON.stringify({ name: 'page_view', path: `${path}?token=secret#fragment`, properties: {} }),
    })
    expect(reply.status).toBe(204)
    expect(await recorded(path)).toEqual([{ name: 'page_view', path, product_id: null, properties: {}, is_bot: false }])
  })

  test('of a click names the product, the merchant and the place, and survives an unknown product', async () => {
    const service = serviceClient('shop')
    const product = { product_name: 'A', merchant_name: 'Atelier', affiliate_link: 'https://shop.example/a' }
    const made = await service.from('products').insert(product).select('id').single()
    const [path, properties] = [ownPath(), { merchant: 'Atelier', slot: 'card' }]
    for (const productId of [made.data?.id, 987654321]) {
      const { status } = await callFunction('record-event', { name: 'outbound_click', path, productId, properties })
      expect(status).toBe(204)
    }
    expect(await recorded(path)).toMatchObject([
      { product_id: made.data?.id, properties },
      { product_id: null, properties },
    ])
  })

  test.each([
    ['a crawler', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }],
    ['a program', { 'user-agent': 'curl/8.5.0' }],
    ['something without a language', { 'accept-language': '' }],
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
  ])('of %s is kept apart', async (_, headers) => {
    const path = ownPath()
    await callFunction('record-event', { name: 'page_view', path }, { headers })
    expect(await recorded(path)).toMatchObject([{ is_bot: true }])
  })

  test('of a click raises no product further for one address than a person would', async () => {
    const product = { product_name: 'B', merchant_name: 'Atelier', affiliate_link: 'https://shop.example/b' }
    const made = await serviceClient('shop').from('products').insert([product, product]).select('id')
    const [first, second] = (made.data ?? []).map(({ id }) => id)
    const [path, address] = [ownPath(), newAddress()]
    const click = (productId: unknown, from: string) =>
      callFunction('record-event', { name: 'outbound_click', path, productId }, { address: from })
    for (let time = 0; time < 6; time++) expect((await click(first, address)).status).toBe(204)
    await click(second, address)
    await click(first, newAddress())
    const people = (await recorded(path)).filter(({ is_bot }) => !is_bot).map(({ product_id }) => product_id)
    expect(people).toEqual([first, first, first, second, first])
  })

  test('of a search keeps the term, but no address and no telephone number', async () => {
    const path = ownPath()
    for (const term of ['  Silk   Scarf ', 'ada@example.com', '+49 (170) 123-45 67']) {
      await callFunction('record-event', { name: 'search', path, properties: { term, results: 0 } })
    }
    const terms = (await recorded(path)).map(({ properties }) => properties.term)
    expect(terms).toEqual(['silk scarf', '(left out)', '(left out)'])
  })
})

describe('refused is', () => {
  test.each([
    ['an unknown event', { name: 'password_typed', path: '/' }, 'name'],
    ['a missing path', { name: 'page_view' }, 'path'],
    [
      'a property that is not in the list',
      { name: 'page_view', path: '/', properties: { email: 'a@b.c' } },
      'properties',
    ],
    ['a wrong property', { name: 'search', path: '/', properties: { term: 'x', results: -1 } }, 'properties.results'],
    ['a list', [], ''],
  ])('%s, with words about the field', async (_, body, field) => {
    const reply = await callFunction('record-event', body)
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({ success: false, error: expect.stringMatching(/\w/) })
    expect(Object.keys(Object(reply.body?.fields))[0]).toBe(field)
  })

  test('what is not JSON, too long, or not a POST', async () => {
    expect(await callFunction('record-event', 'name=page_view')).toMatchObject({
      status: 400,
      body: { error: 'The body must be JSON.' },
    })
    const long = { name: 'search', path: '/', properties: { term: 'x'.repeat(10_000), results: 1 } }
    expect((await callFunction('record-event', long)).status).toBe(413)
    const got = await callFunction('record-event', null, { method: 'GET' })
    expect(got.status).toBe(405)
    expect(got.headers.get('allow')).toBe('POST')
  })

  test('an address that sends too many, and no other', async () => {
    const [busy, path] = [newAddress(), ownPath()]
    const send = (address: string) => callFunction('record-event', { name: 'page_view', path }, { address })
    const replies = await Promise.all(Array.from({ length: 160 }, () => send(busy)))
    const refused = replies.filter(({ status }) => status === 429)
    expect(replies.filter(({ status }) => status === 204).length).toBeGreaterThanOrEqual(120)
    expect(refused.length).toBeGreaterThan(0)
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await send(newAddress())).status).toBe(204)
  })
})

describe('the daily figures', () => {
  test('are made by the server alone', async () => {
    expect(await callFunction('summarise-events', {})).toMatchObject({ status: 403, body: { success: false } })
  })

  test('count people and machines apart, and counting again changes nothing [S7.6]', async () => {
    const path = ownPath()
    const send = (properties: object, headers = {}) =>
      callFunction('record-event', { name: 'search', path, properties }, { headers })
    await Promise.all([
      send({ term: 'scarf', results: 0 }),
      send({ term: 'Scarf', results: 0 }),
      send({ term: 'belt', results: 3 }),
      send({ term: 'belt', results: 3 }, { 'user-agent': 'curl/8' }),
    ])
    for (let run = 0; run < 2; run++) {
      const { status } = await callFunction('summarise-events', {}, { key: target('shop').secretKey, headers: PLAIN })
      expect(status).toBe(200)
      const { data } = await serviceClient('shop')
        .from('daily_events')
        .select('name, properties, count, bot_count')
        .eq('path', path)
        .order('count', { ascending: false })
      expect(data).toEqual([
        { name: 'search', properties: { term: 'scarf', results: 0 }, count: 2, bot_count: 0 },
        { name: 'search', properties: { term: 'belt', results: 3 }, count: 1, bot_count: 1 },
      ])
    }
  })
})

/** The secret key is refused from browsers. */
const PLAIN = { 'user-agent': 'jobs' }
