import { z } from 'zod'
import { generateProduct } from '../../../demo/seed/generate-product.ts'
import { amazonItems, amazonSearch } from '../../../demo/wire/amazon.ts'
import { type FakeAnswer, type FakeNetwork, type FakeRequest, startFakeNetwork } from '../networks/fake-network.ts'

export const CREDENTIAL_ID = 'amzn1.application-oa2-client.of-the-tests'
export const CREDENTIAL_SECRET = 'amazon-secret-of-the-tests'
export const PARTNER_TAG = 'dahlia-20'

export interface FakeAmazon extends FakeNetwork {
  /** No token handed out so far is taken any more. */
  expireTokens(): void
  /** Changes an item before it is served. */
  alter(change: (item: Record<string, unknown>) => unknown): void
  /** Lets a search for the item's GTIN find it; returns the GTIN. */
  know(index: number): string
}

const tokenRequest = z.object({
  grant_type: z.literal('client_credentials'),
  client_id: z.string(),
  client_secret: z.string(),
  scope: z.string(),
})
/** As the official client's types have it; an unknown field is an error here, though Amazon is said to bear it. */
const itemsRequest = z.strictObject({
  partnerTag: z.string(),
  itemIds: z
    .array(z.string().regex(/^[A-Z0-9]{10}$/))
    .min(1)
    .max(10),
  resources: z.array(z.string().regex(/^[a-zA-Z0-9]+(\.[a-zA-Z0-9]+)+$/)),
})
const searchRequest = z.strictObject({
  partnerTag: z.string(),
  keywords: z.string().min(1),
  itemCount: z.int().min(1).max(10),
  itemPage: z.int().min(1).max(10),
  resources: itemsRequest.shape.resources,
})
/** What words find, by their first word: the fake's items from a number on, and how many. */
const FOUND: Readonly<Record<string, { from: number; count: number }>> = { yoga: { from: 100, count: 23 } }
const itemList = z.object({ items: z.array(z.record(z.string(), z.unknown())) })
const served = z.object({ itemsResult: itemList })
const foundItems = z.object({ searchResult: itemList })

const TOKEN_HOSTS = ['api.amazon.com', 'api.amazon.co.uk', 'api.amazon.co.jp']
const OLDER_HOSTS = ['us-east-1', 'eu-south-2', 'us-west-2'].map(
  (region) => `creatorsapi.auth.${region}.amazoncognito.com`,
)
const DIGITS = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** The asin of the fake's item with that number. */
export const asinOf = (index: number): string => {
  const digits = Array.from(
    { length: 7 },
    (_, i) => DIGITS[Math.floor(index / DIGITS.length ** (6 - i)) % DIGITS.length],
  )
  return `B0X${digits.join('')}`
}
const indexOf = (asin: string) =>
  [...asin.slice(3)].reduce((sum, digit) => sum * DIGITS.length + DIGITS.indexOf(digit), 0)

/** Amazon's Creators API: both kinds of tokens, ten items a call, errors beside items. */
export async function startFakeAmazon(): Promise<FakeAmazon> {
  let generation = 1
  /** Tokens of credentials that must name their version with each call. */
  const isOlderToken = new Set<string>()
  let change = (item: Record<string, unknown>): unknown => item
  const known = new Map<string, number>()

  function tokens({ url, headers, body }: FakeRequest): FakeAnswer {
    const isOlder = OLDER_HOSTS.includes(new URL(url).host)
    const type = isOlder ? 'application/x-www-form-urlencoded' : 'application/json'
    if (headers['content-type'] !== type) return { status: 415, body: '{}' }
    const fields = tokenRequest.parse(isOlder ? Object.fromEntries(new URLSearchParams(body)) : JSON.parse(body))
    const scope = isOlder ? 'creatorsapi/default' : 'creatorsapi::default'
    if (fields.client_id !== CREDENTIAL_ID || fields.client_secret !== CREDENTIAL_SECRET || fields.scope !== scope) {
      return { status: 400, body: '{"error":"invalid_client","error_description":"Client authentication failed"}' }
    }
    if (isOlder) isOlderToken.add(`token-${generation}`)
    return { body: JSON.stringify({ access_token: `token-${generation}`, token_type: 'bearer', expires_in: 3600 }) }
  }

  function items({ url, headers, body }: FakeRequest): FakeAnswer {
    const { pathname } = new URL(url)
    if (!/^\/catalog\/v1\/(?:getItems|searchItems)$/.test(pathname)) return { status: 404, body: '{}' }
    const [, given, version] = /^Bearer ([\w-]+)(?:, Version (2\.\d))?$/.exec(headers.authorization ?? '') ?? []
    if (!given || (isOlderToken.has(given) && version === undefined)) return refusal('InvalidToken')
    if (given !== `token-${generation}`) return refusal('TokenExpired')
    if (!/^www\.amazon\./.test(String(headers['x-marketplace']))) return { status: 400, body: '{}' }
    const asked = JSON.parse(body)
    if (asked.partnerTag !== PARTNER_TAG) {
      return { status: 400, body: '{"type":"ValidationException","reason":"InvalidPartnerTag","message":"x"}' }
    }
    if (pathname.endsWith('/searchItems')) return search(searchRequest.parse(asked))
    const products = itemsRequest.parse(asked).itemIds.map((asin) => generateProduct(indexOf(asin), { seed: 11 }))
    const answer = JSON.parse(amazonItems(products))
    const items = served.parse(answer).itemsResult.items.map(change)
    return { body: JSON.stringify({ ...answer, itemsResult: { items } }) }
  }

  /** By words, or by a GTIN: then the item that has it, if there is one. */
  function search({ keywords, itemCount, itemPage }: z.output<typeof searchRequest>): FakeAnswer {
    const { from, count } = FOUND[keywords.split(' ')[0] ?? ''] ?? {
      from: known.get(keywords) ?? 0,
      count: known.has(keywords) ? 1 : 0,
    }
    const first = (itemPage - 1) * itemCount
    const numbers = Array.from({ length: Math.max(0, Math.min(itemCount, count - first)) }, (_, i) => from + first + i)
    const answer = JSON.parse(
      amazonSearch(
        numbers.map((index) => generateProduct(index, { seed: 11 })),
        count,
      ),
    )
    if (numbers.length === 0) return { body: JSON.stringify(answer) }
    const items = foundItems.parse(answer).searchResult.items.map(change)
    return { body: JSON.stringify({ searchResult: { ...answer.searchResult, items } }) }
  }

  const network = await startFakeNetwork({
    hosts: ['creatorsapi.amazon', ...TOKEN_HOSTS, ...OLDER_HOSTS],
    answer: (request) => (new URL(request.url).host === 'creatorsapi.amazon' ? items(request) : tokens(request)),
  })
  return {
    ...network,
    expireTokens() {
      generation++
    },
    alter(next) {
      change = next
    },
    know(index) {
      const { gtin } = generateProduct(index, { seed: 11 })
      known.set(gtin, index)
      return gtin
    },
  }
}

const refusal = (reason: string): FakeAnswer => ({
  status: 401,
  body: JSON.stringify({ type: 'UnauthorizedException', reason, message: 'The request is not authorised.' }),
})
