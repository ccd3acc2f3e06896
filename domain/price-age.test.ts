import { expect, test } from 'vitest'
import { intervalMs, isPriceFresh } from './price-age.ts'

const hour = 3_600_000

test.each([
  ['24:00:00', 24 * hour],
  ['3 days', 72 * hour],
  ['1 day 02:30:00', 26.5 * hour],
  ['1 mon', 720 * hour],
])('Postgres writes %s', (text, ms) => {
  expect(intervalMs(text)).toBe(ms)
})

test.each([null, '', 'soon', 5, '00:00:00'])('%j is no limit', (text) => {
  expect(intervalMs(text)).toBeNull()
})

const rules = { networks: { amazon: 24 * hour, awin: 72 * hour }, merchants: { Strict: hour } }
const now = Date.parse('2026-11-20T12:00:00Z')
const at = (hoursAgo: number) => new Date(now - hoursAgo * hour).toISOString()

test.each([
  ['within the network’s limit', 'awin', 'Any', at(71), true],
  ['older than the network allows', 'amazon', 'Any', at(25), false],
  ['the shop’s own rule goes first', 'awin', 'Strict', at(2), false],
  ['a source without a rule', 'shopify', 'Any', at(5000), true],
  ['written by hand', null, 'Any', null, true],
  ['an unknown time is never fresh', 'awin', 'Any', null, false],
])('%s', (_case, source, merchant, asOf, fresh) => {
  expect(isPriceFresh({ source, merchant, asOf }, rules, now)).toBe(fresh)
})
