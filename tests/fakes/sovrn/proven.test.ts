import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FakeNetwork } from '../networks/fake-network.ts'
import { sovrnAnswer, sovrnCall, sovrnError } from './schema.ts'
import { SECRET_KEY, SITE_KEY, startFakeSovrn } from './sovrn.ts'

let fake: FakeNetwork
beforeEach(async () => {
  fake = await startFakeSovrn({ '4006381333931': 25 })
})
afterEach(() => fake.close())

async function ask(path: string, secret = SECRET_KEY) {
  const host = 'comparisons.sovrn.com'
  const response = await fake.fetch(`https://${host}/api/affiliate/v3.5/sites/${path}`, {
    ...{ headers: { authorization: `secret ${secret}` }, hosts: [host], timeoutMs: 30_000, maxBytes: 1e7 },
  })
  const pieces: Uint8Array[] = []
  for await (const piece of response.body) pieces.push(piece)
  return { status: response.status, answer: JSON.parse(Buffer.concat(pieces).toString()) }
}
const comparison = (market: string, query: string) => `${SITE_KEY}/compare/prices/${market}/by/accuracy?${query}`

test('the fake’s offers are as Sovrn documents them', async () => {
  const { status, answer } = await ask(comparison('usd_en', 'barcode=4006381333931'))
  expect(status).toBe(200)
  expect(sovrnAnswer.parse(answer)).toHaveLength(25)
  expect(new Set(sovrnAnswer.parse(answer).map(({ salePrice }) => typeof salePrice))).toEqual(
    new Set(['number', 'string']),
  )
})

test.each([
  ['a wrong secret', comparison('usd_en', 'barcode=1'), 'wrong', 401],
  ['another site', 'wrong/compare/prices/usd_en/by/accuracy?barcode=1', SECRET_KEY, 403],
  ['no market', comparison('dollars', 'barcode=1'), SECRET_KEY, 400],
  ['nothing found', comparison('usd_en', 'barcode=1'), SECRET_KEY, 404],
] as const)('the fake’s error for %s has one of the documented shapes', async (_, path, secret, status) => {
  const found = await ask(path, secret)
  expect(found.status).toBe(status)
  expect(sovrnError.safeParse(found.answer).error).toBeUndefined()
})

test.each([
  [{ barcode: '4006381333931' }, true],
  [{ 'search-keywords': 'linen dress', limit: '10', sid: 'home_1' }, true],
  [{}, false],
  [{ barcode: '1', 'search-keywords': 'dress' }, false],
  [{ gtin: '4006381333931' }, false],
  [{ barcode: '1', sid: 'somebody@mail.example' }, false],
])('a call with %j is one: %s', (call, is) => {
  expect(sovrnCall.safeParse(call).success).toBe(is)
})
