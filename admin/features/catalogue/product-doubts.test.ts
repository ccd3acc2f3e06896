import { expect, test } from 'vitest'
import { productDoubts } from './product-doubts.ts'

const saved = {
  merchant_name: 'Mill',
  price: 65.95,
  currency: 'USD',
  affiliate_link: 'https://www.awin1.com/cread.php?awinmid=1',
}
const mill = { website: 'https://www.mill.example/' }
const doubts = (
  change: object,
  merchant: { website: string | null } | null = mill,
  before: typeof saved | null = saved,
) => productDoubts({ ...saved, ...change }, before, merchant)

test('a link of the merchant, a network or a trusted host is taken; any other host is named first', () => {
  for (const affiliate_link of [
    'https://shop.mill.example/robe',
    'https://mill.example/robe',
    'https://www.anrdoezrs.net/click-1',
    'https://www.amazon.com/dp/B000000000',
  ]) {
    expect(doubts({ affiliate_link })).toEqual([])
  }
  for (const host of ['evil.example', 'mill.example.evil.example', 'awin1.com.evil.example', 'notmill.example']) {
    expect(doubts({ affiliate_link: `https://${host}/x` })).toEqual([expect.stringContaining(`leads to ${host}:`)])
  }
  expect(doubts({ affiliate_link: 'https://mill.example/robe' }, { website: null })).toHaveLength(1)
})

test('a price of less than half or more than twice is said with both', () => {
  expect(doubts({ price: 10 })).toEqual(['The price goes from $65.95 to $10.00.'])
  expect(doubts({ price: 659.5 })).toEqual(['The price goes from $65.95 to $659.50.'])
  expect(doubts({ price: 40 })).toEqual([])
  expect(doubts({ price: null })).toEqual([])
})

test('a merchant that is not in Merchants is said, unless it was there before', () => {
  expect(doubts({ merchant_name: 'Mlil' }, null)).toEqual([expect.stringContaining('Merchants has no “Mlil”')])
  expect(doubts({}, null)).toEqual([])
  expect(doubts({}, null, null)).toEqual([expect.stringContaining('Merchants has no “Mill”')])
})
