import {
  ApiClient,
  GetItemsRequestContent,
  GetItemsResource,
  SearchItemsRequestContent,
  SearchItemsResource,
  TypedDefaultApi,
} from 'amazon-creators-api'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  asinOf,
  CREDENTIAL_ID,
  CREDENTIAL_SECRET,
  type FakeAmazon,
  PARTNER_TAG,
  startFakeAmazon,
} from '../../../../../tests/fakes/amazon/amazon.ts'

/** Amazon's own client, as others publish it, reads the fake: what we test against is not of our imagination alone. */
let fake: FakeAmazon
beforeEach(async () => {
  fake = await startFakeAmazon()
  vi.stubGlobal('fetch', async (address: string | URL, init: RequestInit = {}) => {
    const request = new Request(address, init)
    const response = await fake.fetch(request.url, {
      ...{ method: request.method, headers: Object.fromEntries(request.headers), hosts: [new URL(request.url).host] },
      ...{ body: new Uint8Array(await request.arrayBuffer()), timeoutMs: 30_000, maxBytes: 1e7 },
    })
    const pieces: Uint8Array[] = []
    for await (const piece of response.body) pieces.push(piece)
    const type = response.headers['content-type']
    return new Response(Buffer.concat(pieces), { status: response.status, headers: { 'content-type': String(type) } })
  })
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await fake.close()
})

function clientOf(version: string, secret = CREDENTIAL_SECRET) {
  const client = new ApiClient()
  client.credentialId = CREDENTIAL_ID
  client.credentialSecret = secret
  client.version = version
  return new TypedDefaultApi(client)
}

function wanted(asins: string[]) {
  const request = new GetItemsRequestContent(PARTNER_TAG, asins)
  request.resources = ['itemInfo.title', 'offersV2.listings.price'].map((name) =>
    GetItemsResource.constructFromObject(name),
  )
  return request
}

test.each(['3.1', '2.1'])('reads items with a credential of version %s', async (version) => {
  const answer = await clientOf(version).getItems('www.amazon.com', wanted([asinOf(1), asinOf(2)]))
  const items = answer.itemsResult?.items ?? []
  expect(items.map(({ asin }) => asin)).toEqual([asinOf(1), asinOf(2)])
  expect(items[0]?.itemInfo?.title?.displayValue).toEqual(expect.any(String))
  expect(items.some(({ offersV2 }) => typeof offersV2?.listings?.[0]?.price?.money?.amount === 'number')).toBe(true)
})

test('finds items by words', async () => {
  const request = new SearchItemsRequestContent()
  Object.assign(request, { partnerTag: PARTNER_TAG, keywords: 'yoga mat', itemCount: 10, itemPage: 3 })
  request.resources = [SearchItemsResource.constructFromObject('itemInfo.externalIds')]
  const { searchResult } = await clientOf('3.1').searchItems('www.amazon.com', request)
  expect(searchResult?.totalResultCount).toBe(23)
  expect(searchResult?.items).toHaveLength(3)
  expect(searchResult?.items?.[0]?.itemInfo?.externalIds?.eans?.displayValues).toEqual([expect.any(String)])
})

test('is refused with a wrong secret', async () => {
  await expect(clientOf('3.1', 'wrong').getItems('www.amazon.com', wanted([asinOf(1)]))).rejects.toThrow()
})
