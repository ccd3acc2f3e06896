import { expect, test } from '@playwright/test'

/** The places of every page's paid links, in the order of the page; each is counted under its own name. */
const places: Record<string, string[]> = {
  '/': ['home-featured', 'home-finds'],
  '/products': ['list'],
  '/all-deals': ['drops-first', 'deals', 'lineup', 'deals-search'],
  '/deals': ['drops'],
  '/monthly-deals': ['monthly', 'more-drops'],
  '/amazon-deals': ['finds'],
  '/home-decor': ['home-decor'],
  '/skincare': ['category'],
  '/offers': ['fallen', 'up-to-25', 'up-to-50'],
  '/shop': ['shop', 'shop-finds'],
  '/search?q=serum': ['search'],
  '/search': ['search-newest'],
  '/brands/ore-lune': ['brand', 'brand-finds'],
  '/stores/maison-calla': ['store-list'],
  '/categories/wellness': ['category-list'],
  '/blog/monthly-deals-the-top-10-of-march-2025': ['article'],
}

for (const [path, expected] of Object.entries(places)) {
  test(`${path} counts the clicks of each of its lists under a name of its own, which networks read back`, async ({
    page,
  }) => {
    await page.goto(path)
    const links = await page
      .locator('main a[data-outbound]')
      .evaluateAll((all) => all.map((link) => [link.getAttribute('data-outbound'), link.getAttribute('href')] as const))
    expect([...new Set(links.map(([slot]) => slot))]).toEqual(expected)
    for (const [slot, href] of links) {
      const { hostname, searchParams } = new URL(href ?? '')
      // Shops that nobody pays through, and Amazon, get no word of ours.
      const named = hostname.endsWith('awin1.com') ? [slot] : []
      expect(searchParams.getAll('clickref'), href ?? '').toEqual(named)
      expect([...searchParams.keys()].filter((key) => /^(sid|cuid|utm_|ascsubtag)/.test(key))).toEqual([])
    }
  })
}
