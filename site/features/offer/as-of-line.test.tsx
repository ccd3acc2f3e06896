import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AsOfLine } from './as-of-line.tsx'

const text = (...offers: { asOf: string | null; price: number | null; source: string | null }[]) =>
  renderToStaticMarkup(<AsOfLine offers={offers} />).replaceAll(/<[^>]+>/g, '')
const read = (asOf: string, price: number | null = 5, source = 'awin') => ({ asOf, price, source })

test('a list says between which times its prices were read', () => {
  expect(text(read('2026-11-21T07:30Z'), read('2026-11-20T02:14Z'), read('2026-11-21T01:00Z'))).toBe(
    'Prices checked between Nov 20, 02:14 UTC and Nov 21, 07:30 UTC',
  )
})

test('prices that were read in one minute have one time', () => {
  expect(text(read('2026-11-21T07:30:10Z'), read('2026-11-21T07:30:50Z'))).toBe('Prices checked Nov 21, 07:30 UTC')
})

test('what shows no price has no time, and Amazon’s say it themselves', () => {
  expect(text(read('2026-11-20T02:14Z', null), { asOf: null, price: 5, source: null })).toBe('')
  expect(text(read('2026-11-20T02:14Z', 5, 'amazon'))).toBe('')
})
