import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ACCESS_TOKEN, COMPANY_ID, type FakeCj, startFakeCj, WEBSITE_ID } from '../../../../../tests/fakes/cj/cj.ts'
import { openSpool } from '../spool.ts'
import { readSource } from '../testing/read-source.ts'
import { cjSource } from './source.ts'

const sent = z.object({ variables: z.record(z.string(), z.unknown()) })

describe('the products of CJ', () => {
  let folder: string
  let fake: FakeCj
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dahlia-cj-test-'))
  })
  afterEach(async () => {
    await fake.close()
    await rm(folder, { recursive: true, force: true })
  })

  async function started(total: number, changed = {}) {
    fake = await startFakeCj(total)
    const credentials = { accessToken: ACCESS_TOKEN, companyId: COMPANY_ID, websiteId: WEBSITE_ID, ...changed }
    return cjSource({ credentials, spool: await openSpool(folder), fetch: fake.fetch, wait: async () => {} })
  }

  test('are read by offset to ten thousand, then by the cursor', async () => {
    const source = await started(11_500)
    const { rows, isAllComplete } = await readSource(source)
    expect(rows).toHaveLength(11_500)
    expect(new Set(rows.map(({ line }) => line)).size).toBe(11_500)
    expect(isAllComplete).toBe(true)
    const places = fake.asked.map(({ body }) => sent.parse(JSON.parse(body)).variables)
    expect(places.slice(0, 10).map(({ offset }) => offset)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((i) => i * 1000))
    expect(places.slice(10)).toEqual(
      [10_000, 11_000].map((at) => expect.objectContaining({ offset: null, page: cursor(at) })),
    )
  }, 60_000)

  test('cost what one pays, and show the standard price beside it', async () => {
    const source = await started(1)
    fake.alter((product) => ({
      ...product,
      price: { amount: '20.00', currency: 'KWD' },
      effectiveDerivedPrice: { amount: '12.500', currency: 'KWD' },
      shipping: [{ price: { amount: 3, currency: 'KWD' } }],
      productType: ['Home', 'Vases'],
      availability: 'in stock',
    }))
    const { rows } = await readSource(source)
    expect(rows[0]).toMatchObject({
      price: '12.5000',
      listPrice: '20.00',
      currency: 'KWD',
      deliveryCost: '3',
      category: 'Home > Vases',
      availability: 'in_stock',
      merchantPage: expect.stringMatching(/^https:\/\/www\./),
      link: expect.stringContaining('kqzyfj.com'),
    })
  })

  test('without a link for this website, or deleted, are counted with the reason', async () => {
    const source = await started(3)
    fake.alter((product, i) => (i === 1 ? { ...product, linkCode: null } : { ...product, isDeleted: i === 2 }))
    const { rows, rejected } = await readSource(source)
    expect(rows).toHaveLength(1)
    expect(rejected.map(({ line, reason }) => [line, reason])).toEqual([
      [2, 'no affiliate link for this website'],
      [3, 'deleted by the merchant'],
    ])
  })

  test('all lack their link where the website is not ours', async () => {
    const { rows, rejected } = await readSource(await started(4, { websiteId: '999' }))
    expect([rows.length, rejected.length]).toEqual([0, 4])
  })

  test('with gaps, and of other kinds than shopping, are read as far as they go', async () => {
    const source = await started(1)
    fake.alter((product) => ({
      ...product,
      title: null,
      link: null,
      imageLink: null,
      price: null,
      brand: null,
      gtin: null,
    }))
    expect((await readSource(source)).rows[0]).toMatchObject({ name: '', merchantPage: '', image: '', listPrice: '' })
  })

  test('prove nothing about what is absent when the pages end early', async () => {
    const source = await started(3000)
    fake.endAfter(2000)
    const { rows, isAllComplete, failed } = await readSource(source)
    expect(rows).toHaveLength(2000)
    expect(isAllComplete).toBe(false)
    expect(failed).toEqual([{ name: 'CJ', reason: 'it ended after 2000 of 3000 products' }])
  })

  test('go on after a break without asking again for what is there', async () => {
    const source = await started(2500)
    let asked = 0
    fake.damage(() => (++asked > 2 ? { kind: 'hang-up' } : null))
    await expect(readSource(source)).rejects.toMatchObject({ code: 'unreachable', canPass: true })
    fake.damage(() => null)
    fake.asked.length = 0
    const { rows, isAllComplete } = await readSource(source)
    expect([rows.length, isAllComplete]).toEqual([2500, true])
    expect(fake.asked).toHaveLength(1)
  })

  test.each([
    ['Not authorized for company', 'credentials_refused', false],
    ['Rate limit exceeded', 'throttled', true],
    ['Internal server error', 'server_failed', true],
    ['Cannot query field "retailPrice"', 'not_understood', false],
  ])('are not read past an answer of 200 with the error %j', async (message, code, canPass) => {
    const source = await started(1)
    fake.damage(() => ({ kind: 'status', status: 200, body: JSON.stringify({ data: null, errors: [{ message }] }) }))
    await expect(readSource(source)).rejects.toMatchObject({ code, canPass })
    fake.damage(() => null)
    expect((await readSource(source)).rows).toHaveLength(1)
  })

  test.each([
    ['null', 'null'],
    ['no list', '{"data":{"products":{"resultList":{}}}}'],
    ['a text', '"products"'],
  ])('are not read from %s', async (_, body) => {
    const source = await started(1)
    fake.damage(() => ({ kind: 'status', status: 200, body }))
    await expect(readSource(source)).rejects.toMatchObject({ code: 'not_understood' })
  })

  test('of wrong types cost themselves only', async () => {
    const source = await started(2)
    const { data } = {
      data: {
        products: { totalCount: 2, nextPage: null, resultList: [null, 7, { id: [], linkCode: { clickUrl: 'x' } }] },
      },
    }
    fake.damage(() => ({ kind: 'status', status: 200, body: JSON.stringify({ data }) }))
    const { rows, rejected } = await readSource(source)
    expect([rows.length, rejected.length]).toEqual([1, 2])
  })
})

const cursor = (index: number) => Buffer.from(`at:${index}`).toString('base64url')
