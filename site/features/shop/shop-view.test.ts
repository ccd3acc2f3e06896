import { expect, test } from 'vitest'
import { parseShopView, shopHref } from './shop-view.ts'

const view = (text: string) => parseShopView(new URLSearchParams(text))

test('the shop opens on all products, and so does an address that it does not know [S2.6.2]', () => {
  const start = { tab: 'all', filter: null, category: null }
  expect(view('')).toEqual(start)
  expect(view('tab=unknown&filter=cheap&category=')).toEqual(start)
})

test('each tab, filter and category has one address', () => {
  for (const text of [
    'tab=shopify',
    'tab=retailer',
    'tab=awin',
    'tab=cj',
    'filter=sale',
    'filter=new&category=Makeup',
  ]) {
    expect(shopHref(view(text))).toBe(`/shop?${text}`)
  }
  expect(shopHref(view('tab=all'))).toBe('/shop')
  // The other tabs have filters of their own.
  expect(shopHref(view('tab=cj&filter=sale&category=Makeup'))).toBe('/shop?tab=cj')
})
