import { expect, test } from 'vitest'
import { demoOffers } from './demo-offers.ts'

const editions = [0, 1, 2].map((edition) => [...demoOffers(edition)])
const today = editions[2] ?? []
const before = (at: number) => [editions[0]?.[at]?.priceCents ?? 0, editions[1]?.[at]?.priceCents ?? 0]

test('no shop of the demo asked more than what it calls its list price', () => {
  const dearer = today.filter(({ listCents }, at) => listCents !== null && Math.max(...before(at)) > listCents)
  expect(dearer).toEqual([])
  expect(today.filter(({ listCents }) => listCents !== null).length).toBeGreaterThan(100)
})

test('a fifth to a third of its things cost less than ever before, in every department', () => {
  const thing = (index: number) => Math.floor((index % 1_000_000) / 3)
  const fallen = today.filter(({ priceCents }, at) => Math.min(...before(at)) > priceCents)
  const share = new Set(fallen.map(({ index }) => thing(index))).size / new Set(today.map((of) => thing(of.index))).size
  expect(share).toBeGreaterThan(0.2)
  expect(share).toBeLessThan(0.33)
  expect(new Set(fallen.map(({ category }) => category))).toEqual(new Set(today.map(({ category }) => category)))
})
