import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { FakeNetwork } from '../../../../../tests/fakes/networks/fake-network.ts'
import { SECRET_KEY, SITE_KEY, startFakeSovrn } from '../../../../../tests/fakes/sovrn/sovrn.ts'
import { networkErrors } from '../../errors.ts'
import { openSpool } from '../spool.ts'
import { readSource } from '../testing/read-source.ts'
import { type SovrnLookUp, sovrnSource } from './source.ts'

const GTIN = '4006381333931'

describe('the offers of Sovrn', () => {
  let folder: string
  let fake: FakeNetwork
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dahlia-sovrn-test-'))
    fake = await startFakeSovrn({ [GTIN]: 12, 'linen dress': 3 })
  })
  afterEach(async () => {
    await fake.close()
    await rm(folder, { recursive: true, force: true })
  })

  const source = async (lookUps: SovrnLookUp[], budget = 100) => {
    let left = budget
    return sovrnSource({
      credentials: { siteKey: SITE_KEY, secretKey: SECRET_KEY, market: 'usd_en' },
      spool: await openSpool(folder),
      lookUps,
      fetch: (...asked) => (left-- > 0 ? fake.fetch(...asked) : Promise.reject(networkErrors.callsUsedUp('Sovrn'))),
      wait: async () => {},
    })
  }

  test('have the GTIN that was asked for, the merchant as named and no word of stock', async () => {
    const { rows, rejected } = await readSource(await source([{ gtin: GTIN }, { words: 'linen dress' }]))
    expect(rows).toHaveLength(11 + 3)
    expect(rejected.map(({ reason }) => reason)).toEqual(['earns nothing at this merchant'])
    expect(rows[0]).toMatchObject({ gtin: GTIN, availability: 'unknown', externalId: '2595306430', merchantPage: '' })
    expect(rows[0]?.merchantName).not.toBe('')
    expect(rows.at(-1)?.gtin).toBe('')
  })

  test('say nothing about what is not found', async () => {
    const read = await readSource(await source([{ gtin: '0000000000000' }, { gtin: GTIN }]))
    expect(read.rows).toHaveLength(11)
    expect([read.isAllComplete, read.completed, read.failed]).toEqual([false, [], []])
  })

  test('end with the day’s calls, and go on from there the next time', async () => {
    const lookUps = [{ gtin: GTIN }, { words: 'linen dress' }]
    const first = await readSource(await source(lookUps, 1))
    expect(first.rows).toHaveLength(11)
    expect(first.failed).toEqual([{ name: 'Sovrn', reason: "the day's calls are used up; 1 look-ups wait" }])
    const second = await readSource(await source(lookUps, 1))
    expect(second.rows).toHaveLength(14)
    expect(fake.asked).toHaveLength(2)
  })

  test.each([
    ['a number that no number holds', { id: 2 ** 60, affiliatable: true }, 'no product id'],
    ['no link that earns', { id: 1, affiliatable: false }, 'earns nothing at this merchant'],
  ])('with %s are counted', async (_, offer, reason) => {
    fake.damage(() => ({ kind: 'status', status: 200, body: JSON.stringify([offer]) }))
    expect((await readSource(await source([{ gtin: GTIN }]))).rejected).toMatchObject([{ reason }])
  })

  test('are not read from anything but a list', async () => {
    fake.damage(() => ({ kind: 'status', status: 200, body: '{"message":"no"}' }))
    await expect(readSource(await source([{ gtin: GTIN }]))).rejects.toMatchObject({ code: 'not_understood' })
  })
})
