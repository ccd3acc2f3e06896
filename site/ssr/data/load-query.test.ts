import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { retailerProductsQuery } from '#site/features/amazon/queries.ts'
import { loadQuery } from './load-query.ts'
import { ReadError, type ShopQuery } from './query.ts'
import type { QueryResult } from './query-result.ts'
import { siteContext } from './site-context.ts'

const failing = (error: Error, failure?: string): ShopQuery<never> => ({
  key: 'failing',
  tables: ['products'],
  failure,
  read: () => Promise.reject(error),
})

/** The error that a block shows after its query failed while rendering. */
async function shownAfter(query: ShopQuery<unknown>): Promise<string | undefined> {
  const { site, result } = await loaded(query)
  expect(site.incomplete).toBe(true)
  return errorOf(result)
}

const errorOf = (result: QueryResult<unknown>) => ('error' in result ? result.error : undefined)

async function loaded(query: ShopQuery<unknown>) {
  const unused = () => {
    throw new Error('this query reads nothing')
  }
  const site = {
    client: { from: unused, rpc: unused, call: unused },
    post: unused,
    siteUrl: '',
    publishableKey: '',
    tables: new Set<never>(),
    mailWaits: false,
    freshSeconds: 300,
    validUntil: Number.POSITIVE_INFINITY,
    incomplete: false,
    requestId: null,
    reportError: () => {},
  }
  return { site, result: await loadQuery(new RouterContextProvider(new Map([[siteContext, site]])), query) }
}

test('a failure that lasts until a setting changes leaves the page whole', async () => {
  const query = failing(new ReadError('Shopify configuration not found', { lasting: true }))
  const { site, result } = await loaded(query)
  expect(site.incomplete).toBe(false)
  expect(errorOf(result)).toBe('Shopify configuration not found')
})

test('a page is not cached beyond the time until which an answer is right', async () => {
  const until = (validUntil: number): ShopQuery<number> => ({
    key: 'month',
    tables: [],
    validUntil,
    read: async () => 1,
  })
  expect((await loaded(until(1_800_000_000_000))).site.validUntil).toBe(1_800_000_000_000)
})

test('a page keeps to the shortest time that one of its answers may be shown', async () => {
  const answer = { key: 'answer', tables: [], read: async () => 1 }
  expect((await loaded(answer)).site.freshSeconds).toBe(300)
  expect((await loaded({ ...answer, freshSeconds: 60 })).site.freshSeconds).toBe(60)
})

test('a failure is told in the backend’s words', async () => {
  expect(await shownAfter(failing(new ReadError('permission denied'), 'Failed to fetch products'))).toBe(
    'permission denied',
  )
})

test('a failure without words is told in those of its query', async () => {
  expect(await shownAfter(failing(new ReadError(''), 'Failed to fetch products'))).toBe('Failed to fetch products')
  expect(await shownAfter(failing(new ReadError('')))).toBe('Unknown error')
})

test('what went wrong inside the server is never shown', async () => {
  expect(await shownAfter(retailerProductsQuery({}))).toBe('Failed to fetch products')
})
