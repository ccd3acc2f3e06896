import { expect, test } from '@playwright/test'
import { places } from '#domain/places.ts'
import { open } from '../support/browser.ts'

/** One product, shop or list is like another: of addresses that differ in a number or a value, so many are followed. */
const MOST_ALIKE = 6
const MOST_PAGES = 400

/** '/p/rose-serum-42' and '/p/fig-balm-7' are alike, and so are '/products?merchant=A' and '/products?merchant=B'. */
function kindOf(address: string): string {
  const [path = '', query = ''] = address.split('?', 2)
  const parameters = [...new URLSearchParams(query).keys()].sort().join('&')
  return `${path.replace(/^\/(p|brands|sitemaps)\/.+$/, '/$1/*')}?${parameters}`
}

const linksIn = (html: string, from: string, origin: string): string[] =>
  [...html.matchAll(/<a\b[^>]*?\shref="([^"]*)"/g)].flatMap(([, href = '']) => {
    const url = new URL(href.replaceAll('&amp;', '&'), origin + from)
    return url.origin === origin ? [url.pathname + url.search] : []
  })

test('every link of the site, followed from its first page, leads somewhere [S2.1.3] [S2.1.12] [S2.1.13]', async ({
  request,
  baseURL,
}) => {
  test.setTimeout(240_000)
  const origin = new URL(baseURL ?? '').origin
  const found = new Map([['/', 'the start']])
  const alike = new Map<string, number>()
  const waiting = ['/']
  const broken: string[] = []
  let visited = 0
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const reply = await request.get(path, { maxRedirects: 0 })
    visited += 1
    if (reply.status() !== 200) {
      broken.push(`${reply.status()} ${path}, linked from ${found.get(path)}`)
      continue
    }
    if (!reply.headers()['content-type']?.startsWith('text/html')) continue
    for (const next of linksIn(await reply.text(), path, origin)) {
      const kind = kindOf(next)
      const known = alike.get(kind) ?? 0
      if (found.has(next) || known >= MOST_ALIKE || found.size >= MOST_PAGES) continue
      alike.set(kind, known + 1)
      found.set(next, path)
      waiting.push(next)
    }
  }
  expect(broken).toEqual([])
  expect(visited).toBeGreaterThan(100)
})

test('every address of the sitemap’s first shards is a page, and none moved', async ({ request }) => {
  test.setTimeout(120_000)
  const locations = async (path: string) =>
    [...(await (await request.get(path)).text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
      ([, url = '']) => new URL(url).pathname,
    )
  const shards = await locations('/sitemap.xml')
  expect(shards).toEqual(
    expect.arrayContaining(['/sitemaps/main.xml', '/sitemaps/articles-1.xml', '/sitemaps/products-1.xml']),
  )
  const paths = (await Promise.all(shards.map(locations))).flatMap((all) => all.slice(0, 60))
  expect(new Set(paths).size).toBe(paths.length)
  const wrong: string[] = []
  for (const path of paths) {
    const reply = await request.get(path, { maxRedirects: 0 })
    if (reply.status() !== 200) wrong.push(`${reply.status()} ${path}`)
  }
  expect(wrong).toEqual([])
})

test('a place is the same page whether it is reached from outside or by a link of the site [S2.1.4]', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const heading = page.locator('main h1')
  const inPlace = Object.keys(places).filter((path) => path !== '/admin/login') // a document of its own
  const titles = new Map<string, string>()
  for (const path of inPlace) {
    const html = await (await page.request.get(path)).text()
    titles.set(path, /<title>([^<]*)/.exec(html)?.[1]?.replaceAll('&amp;', '&').replaceAll('&#x27;', "'") ?? '')
  }
  await open(page, '/no-such-page')
  const document = await page.evaluate(() => performance.timeOrigin)
  for (const path of inPlace) {
    await page.evaluate((href) => {
      const link = Object.assign(window.document.createElement('a'), { href })
      window.document.body.append(link)
      link.click()
      link.remove()
    }, path)
    await expect(page).toHaveURL(path)
    await expect(page, path).toHaveTitle(titles.get(path) ?? '')
    await expect(heading, path).toHaveCount(1)
  }
  expect(await page.evaluate(() => performance.timeOrigin), 'no document was loaded').toBe(document)
})
