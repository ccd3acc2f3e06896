import { expect, test } from 'vitest'
import { withSubId } from './sub-id.ts'

test.each([
  ['https://www.awin1.com/pclick.php?p=1&a=2&m=3', 'https://www.awin1.com/pclick.php?p=1&a=2&m=3&clickref=deals'],
  [
    'https://www.awin1.com/cread.php?awinmid=1&awinaffid=2&ued=https%3A%2F%2Fshop.example%2Fa%20b',
    'https://www.awin1.com/cread.php?awinmid=1&awinaffid=2&ued=https%3A%2F%2Fshop.example%2Fa%20b&clickref=deals',
  ],
  [
    'https://www.anrdoezrs.net/click-1-2?url=https%3A%2F%2Fx.example',
    'https://www.anrdoezrs.net/click-1-2?url=https%3A%2F%2Fx.example&sid=deals',
  ],
  ['https://www.kqzyfj.com/click-1-2', 'https://www.kqzyfj.com/click-1-2?sid=deals'],
  [
    'https://redirect.viglink.com?key=k&u=https%3A%2F%2Fx.example',
    'https://redirect.viglink.com?key=k&u=https%3A%2F%2Fx.example&cuid=deals',
  ],
  ['https://sovrn.co/?key=k&u=x#top', 'https://sovrn.co/?key=k&u=x&cuid=deals#top'],
])('%s names the place in its network’s own parameter', (href, expected) => {
  expect(withSubId(href, 'deals')).toBe(expected)
})

test.each([
  'https://www.awin1.com/pclick.php?p=1&clickref=theirs',
  'https://www.awin1.com/pclick.php?p=1&ClickRef=',
  'https://awin1.com.example.net/pclick.php?p=1',
  'https://notawin1.com/?p=1',
  'https://tidd.ly/3abc',
  'https://www.amazon.com/dp/B000000000?tag=dahlia-20',
  'https://www.anrdoezrs.net/links/1/type/dlg/https://shop.example/a?b=c',
  'https://shop.example/p/1?sid=session',
])('%s is left as it is', (href) => {
  expect(withSubId(href, 'deals')).toBe(href)
})

test('links to the own store carry utm parameters, unless they have a source', () => {
  expect(withSubId('https://store.example/products/ring?variant=4', 'store', 'shopify')).toBe(
    'https://store.example/products/ring?variant=4&utm_source=dahlia&utm_medium=referral&utm_content=store',
  )
  const own = 'https://store.example/products/ring?utm_source=mail'
  expect(withSubId(own, 'store', 'shopify')).toBe(own)
})
