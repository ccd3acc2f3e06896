import { expect, type Page, test } from '@playwright/test'
import { places } from '#domain/places.ts'
import { open } from '../support/browser.ts'

/** One product, shop or list is like another: of addresses that differ in a number or a value, so many are followed. */
const MOST_ALIKE = 6
const MOST_PAGES = 400

/**
 * The address changes when a page's data is there, its title with its content: rendered in slices, that comes ten seconds
 * later on a processor with a twentieth of its time for us.
 */
const PATIENCE = { timeout: 20_000 }

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
  const found = new Map([['/', '/']])
  const alike = new Map<string, number>()
  const waiting = ['/']
  const broken: string[] = []
  const get = (path: string) => request.get(path, { maxRedirects: 0 })
  let visited = 0
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const reply = await get(path)
    visited += 1
    if (reply.status() !== 200) {
      broken.push(path)
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
  /** Other tests add to the shop and take away: what a page no longer links to is not its broken link. */
  const stillBroken = async (path: string): Promise<string[]> => {
    const from = found.get(path) ?? ''
    const linker = path === '/' ? null : await get(from)
    if (linker && !linksIn(await linker.text(), from, origin).includes(path)) return []
    const status = (await get(path)).status()
    return status === 200 ? [] : [`${status} ${path}, linked from ${from}`]
  }
  await expect.poll(async () => (await Promise.all(broken.map(stillBroken))).flat()).toEqual([])
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
  const firstOfEach = async () => (await Promise.all(shards.map(locations))).flatMap((all) => all.slice(0, 60))
  const paths = await firstOfEach()
  expect(new Set(paths).size).toBe(paths.length)
  let wrong: string[] = []
  const judge = async (path: string) => {
    const reply = await request.get(path, { maxRedirects: 0 })
    return reply.status() === 200 ? [] : [`${reply.status()} ${path}`]
  }
  for (const path of paths) if ((await judge(path)).length > 0) wrong.push(path)
  // As above: what another test took away since is no longer in the sitemap either.
  await expect
    .poll(async () => {
      const listed = wrong.length > 0 ? await firstOfEach() : []
      wrong = wrong.filter((path) => listed.includes(path))
      return (await Promise.all(wrong.map(judge))).flat()
    }, PATIENCE)
    .toEqual([])
})

test('a place is the same page whether it is reached from outside or by a link of the site [S2.1.4]', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const heading = page.locator('main h1')
  const inPlace = Object.keys(places).filter((path) => path !== '/admin/login') // a document of its own
  const titles = new Map<string, string>()
  for (const path of inPlace) titles.set(path, await titleOf(page, path))
  await open(page, '/no-such-page')
  const document = await page.evaluate(() => performance.timeOrigin)
  for (const path of inPlace) {
    await follow(page, path)
    await expect(page).toHaveURL(path, PATIENCE)
    await expect(page, path).toHaveTitle(titles.get(path) ?? '', PATIENCE)
    await expect(heading, path).toHaveCount(1)
  }
  expect(await page.evaluate(() => performance.timeOrigin), 'no document was loaded').toBe(document)
})

test('of links that are followed while others still load, the last one’s page is shown, whichever data comes first', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const paths = ['/products', '/deals', '/beauty', '/shop', '/blog', '/about', '/cart', '/wallpapers', '/stores', '/']
  const titles = new Map<string, string>()
  for (const path of paths) titles.set(path, await titleOf(page, path))
  // Data that is held back until the test lets it come, in the order that it chooses.
  const held: { path: string; release: () => Promise<void> }[] = []
  await page.route(/\.data(\?|$)/, (route) => {
    held.push({ path: new URL(route.request().url()).pathname, release: () => route.continue().catch(() => {}) })
  })
  await open(page, '/no-such-page')
  for (const [at, last] of paths.entries()) {
    held.length = 0
    const first = paths[(at + 3) % paths.length] ?? '/'
    const second = paths[(at + 6) % paths.length] ?? '/'
    for (const [index, path] of [first, second, last].entries()) {
      await follow(page, path)
      // One is let through at once, so that it may be half rendered when the next link is followed.
      if (index === at % 3) void held.at(-1)?.release()
    }
    const backwards = setInterval(() => void held.pop()?.release(), 5)
    await expect(page).toHaveURL(last, PATIENCE)
    await expect(page, last).toHaveTitle(titles.get(last) ?? '', PATIENCE)
    await expect(page.locator('main h1'), last).toHaveCount(1)
    clearInterval(backwards)
    for (const { release } of held) await release()
    await page.waitForLoadState('networkidle')
    await expect(page).toHaveURL(last)
    await expect(page, last).toHaveTitle(titles.get(last) ?? '')
  }
})

async function titleOf(page: Page, path: string): Promise<string> {
  const html = await (await page.request.get(path)).text()
  return /<title>([^<]*)/.exec(html)?.[1]?.replaceAll('&amp;', '&').replaceAll('&#x27;', "'") ?? ''
}

/** As a click on a link of the page does, whatever links it has. */
function follow(page: Page, path: string): Promise<void> {
  return page.evaluate((href) => {
    const link = Object.assign(window.document.createElement('a'), { href })
    window.document.body.append(link)
    link.click()
    link.remove()
  }, path)
}
