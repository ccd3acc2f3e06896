import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { API_TOKEN, FEED_KEY, PUBLISHER_ID, startFakeAwin } from '../../../../tests/fakes/awin/awin.ts'
import { ACCESS_TOKEN, COMPANY_ID, startFakeCj, WEBSITE_ID } from '../../../../tests/fakes/cj/cj.ts'
import type { FakeNetwork } from '../../../../tests/fakes/networks/fake-network.ts'
import { SECRET_KEY, SITE_KEY, startFakeSovrn } from '../../../../tests/fakes/sovrn/sovrn.ts'
import { createNormaliser } from '../catalogue/normalise.ts'
import { createSelector } from '../import/selection.ts'
import { awinSource } from './awin/source.ts'
import { cjSource } from './cj/source.ts'
import { ownFileSource } from './file/source.ts'
import type { Source } from './network.ts'
import { sovrnSource } from './sovrn/source.ts'
import { openSpool, type Spool } from './spool.ts'
import { readSource } from './testing/read-source.ts'

/** What one product says, in the network's own place for it. */
interface Said {
  price: string
  currency: string
  gtin: string
}
interface Served {
  source: Source
  fake?: FakeNetwork
}

const wait = async () => {}
const GOOD: Said = { price: '12.50', currency: 'USD', gtin: '4006381333931' }

const networks: Record<string, (said: Said, spool: Spool) => Promise<Served>> = {
  async Awin({ price, currency, gtin }, spool) {
    const header = 'aw_deep_link,product_name,merchant_product_id,search_price,currency,merchant_name,merchant_id,ean'
    const row = `https://www.awin1.com/pclick.php?p=1,Vase,A,"${price}",${currency},Loam,1,${gtin}`
    const fake = await startFakeAwin([{ programme: '1', feed: '91', rows: 1, content: `${header}\n${row}\n` }])
    const credentials = { publisherId: PUBLISHER_ID, feedKey: FEED_KEY, apiToken: API_TOKEN }
    return { fake, source: awinSource({ credentials, spool, published: new Map(), fetch: fake.fetch, wait }) }
  },
  async CJ({ price, currency, gtin }, spool) {
    const fake = await startFakeCj(1)
    const money = { amount: price, currency }
    fake.alter((product) => ({ ...product, price: money, effectiveDerivedPrice: money, gtin }))
    const credentials = { accessToken: ACCESS_TOKEN, companyId: COMPANY_ID, websiteId: WEBSITE_ID }
    return { fake, source: cjSource({ credentials, spool, fetch: fake.fetch, wait }) }
  },
  async Sovrn({ price, currency, gtin }, spool) {
    const fake = await startFakeSovrn({})
    const offer = {
      id: 1,
      name: 'Vase',
      merchant: { id: 2, name: 'Loam' },
      deeplink: 'https://redirect.viglink.com?u=1',
    }
    const body = JSON.stringify([{ ...offer, currency, salePrice: price, affiliatable: true }])
    fake.damage(() => ({ kind: 'status', status: 200, body }))
    const credentials = { siteKey: SITE_KEY, secretKey: SECRET_KEY, market: 'usd_en' }
    return {
      fake,
      source: sovrnSource({ credentials, spool, lookUps: [{ gtin }], fetch: fake.fetch, wait }),
    }
  },
  async 'A file'({ price, currency, gtin }) {
    const text = `<r><item><id>A</id><name>Vase</name><url>https://loam.example/a</url><price>${price}</price>
      <money>${currency}</money><ean>${gtin}</ean></item></r>`
    async function* bytes() {
      yield Buffer.from(text)
    }
    const mapping = { external_id: 'id', product_name: 'name', affiliate_link: 'url', price: 'price' }
    return {
      source: ownFileSource({
        feed: { bytes: bytes(), size: text.length, position: () => 0 },
        mapping: { ...mapping, currency: 'money', gtin: 'ean' },
        merchant: { name: 'Loam', programmeId: 'loam', feedId: '' },
      }),
    }
  },
}

describe.each(Object.entries(networks))('a product of %s', (_, serve) => {
  let folder: string
  let fake: FakeNetwork | undefined
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dahlia-rows-test-'))
  })
  afterEach(async () => {
    await fake?.close()
    await rm(folder, { recursive: true, force: true })
  })

  async function read(said: Partial<Said>) {
    const served = await serve({ ...GOOD, ...said }, await openSpool(folder))
    fake = served.fake
    const { rows, rejected } = await readSource(served.source)
    expect([rows.length, rejected.length]).toEqual([1, 0])
    const repairs: string[] = []
    const { linkHosts } = served.source
    const options = { linkHosts, defaultCurrency: 'USD', allowSiteImages: false }
    const normalise = createNormaliser({ ...options, onRepair: (reason) => repairs.push(reason) })
    const [row] = rows
    if (!row) throw new Error('There is no row.')
    return { product: normalise(row), repairs }
  }

  test.each(['1,299.50', '1.299,50', '1 299.50', '1299.50', "1'299.50"])('costs what %j means', async (price) => {
    expect((await read({ price })).product).toMatchObject({ price: '1299.50', currency: 'USD' })
  })

  test.each([
    '',
    'call us',
    '0.00',
    '10 - 20',
    '-5',
    '99999999999999',
  ])('without a price (%j) is refused', async (price) => {
    const { product } = await read({ price })
    const reason = typeof product === 'string' ? product : 'taken'
    expect(['no price', 'price is not an amount']).toContain(reason)
  })

  test.each(['XXQ', 'DOLLARS', '12'])('in a currency that is none (%j) is refused', async (currency) => {
    expect((await read({ currency })).product).toBe('unknown currency')
  })

  test('in another currency than the shop’s is refused by the selection', async () => {
    const { product } = await read({ currency: 'EUR' })
    if (typeof product === 'string') throw new Error(product)
    expect(createSelector([], 'USD').leaves(product)).toBe('in another currency than the shop')
  })

  test.each([
    '4006381333932',
    '400638133393',
    'ABC',
    '0000000000000',
  ])('with a wrong GTIN (%j) has none', async (gtin) => {
    expect((await read({ gtin })).product).toMatchObject({ gtin: '' })
  })

  test('with a right one has it', async () => {
    expect((await read({})).product).toMatchObject({ gtin: '4006381333931', price: '12.50' })
  })
})
