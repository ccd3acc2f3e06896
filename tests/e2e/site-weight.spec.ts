import { get } from 'node:http'
import { expect, type Page, test } from '@playwright/test'

/**
 * What a page may weigh on its way, in bytes of brotli as they are sent the first time (asked for again, a tenth less).
 * A connection's first window holds 14 kB; the first screen must lie in it, and as little as possible beyond.
 * All Deals has a box for the comparison on each of its cards, ten bytes each, and the way to every filter;
 * every page the script that ticks these boxes, and a product's page the history of each of its shops. Of 280 products of
 * the demo half weigh 15,126 at most and nine tenths 15,668; the one that leads All Deals is asked for here.
 * What other tests put into the shop meanwhile moves All Deals by some hundred.
 */
const budgets = { '/': 18_400, '/all-deals': 21_000, '/blog/under-eye-patches-guide': 17_800, product: 15_500 }

for (const [path, budget] of Object.entries(budgets)) {
  test(`${path} is at most ${budget} bytes of HTML`, async ({ page, baseURL }) => {
    const url = new URL(path === 'product' ? await aProduct(page) : path, baseURL)
    expect(await bytesOf(url)).toBeLessThanOrEqual(budget)
  })

  test(`${path} is painted after one script, with all its fonts named in the head`, async ({ page }) => {
    await page.goto(path === 'product' ? await aProduct(page) : path, { waitUntil: 'load' })
    const { blocking, fonts, named } = await page.evaluate(async () => {
      await document.fonts.ready
      const asked = performance
        .getEntriesByType('resource')
        .filter((entry) => entry instanceof PerformanceResourceTiming)
      return {
        blocking: asked
          .filter((entry) => Reflect.get(entry, 'renderBlockingStatus') === 'blocking')
          .map(({ name }) => name),
        fonts: asked.map(({ name }) => name).filter((name) => name.endsWith('.woff2')),
        named: [...document.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="font"]')].map(
          ({ href }) => href,
        ),
      }
    })
    expect(blocking).toEqual([expect.stringContaining('/assets/boot-')])
    // One that only the layout finds comes late and before everything else: ahead of the largest picture, too.
    expect(fonts.toSorted()).toEqual(named.toSorted())
  })
}

async function aProduct(page: Page): Promise<string> {
  await page.goto('/all-deals')
  return (await page.locator('[data-part~=product-link]').first().getAttribute('href')) ?? ''
}

/** The body as it is sent, not unpacked. */
const bytesOf = (url: URL): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
      expect(response.headers['content-encoding']).toBe('br')
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      response.on('end', () => resolve(bytes))
    }).on('error', reject)
  })
