import { generateProduct } from '../../../demo/seed/generate-product.ts'
import { sovrnOffers } from '../../../demo/wire/sovrn.ts'
import { type FakeAnswer, type FakeNetwork, startFakeNetwork } from '../networks/fake-network.ts'
import { sovrnCall } from './schema.ts'

export const SITE_KEY = 'sovrn-site-key-of-the-tests'
export const SECRET_KEY = 'sovrn-secret-key-of-the-tests'

/** Sovrn's price comparison: known barcodes and searches have offers, all others are "not found". */
export function startFakeSovrn(offers: Readonly<Record<string, number>>): Promise<FakeNetwork> {
  return startFakeNetwork({
    hosts: ['comparisons.sovrn.com'],
    answer({ url, headers }): FakeAnswer {
      const { pathname, searchParams } = new URL(url)
      if (headers.authorization !== `secret ${SECRET_KEY}`) {
        return {
          status: 401,
          body: '{"error":{"errors":[{"reason":"invalidCredentials"}]},"code":401,"message":"Login required"}',
        }
      }
      const [, site, market] =
        /^\/api\/affiliate\/v3\.5\/sites\/([^/]+)\/compare\/prices\/(\w+)\/by\/accuracy$/.exec(pathname) ?? []
      if (site !== SITE_KEY) return { status: 403, body: `{"message":"Forbidden: ${site}"}` }
      if (!/^[a-z]{3}_[a-z]{2}$/.test(market ?? '')) {
        return {
          status: 400,
          body: '{"status":400,"message":"bad market","error":"Bad Request","exception":"x","timestamp":1}',
        }
      }
      sovrnCall.parse(Object.fromEntries(searchParams))
      const asked = searchParams.get('barcode') ?? searchParams.get('search-keywords') ?? ''
      const count = offers[asked]
      if (count === undefined) return { status: 404, body: '{"message":"Not Found"}' }
      return { body: sovrnOffers(Array.from({ length: count }, (_, i) => generateProduct(i, { seed: 3 }))) }
    },
  })
}
