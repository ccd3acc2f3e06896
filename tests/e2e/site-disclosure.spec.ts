import { expect, test } from '@playwright/test'
import { load } from 'cheerio'
import { screens } from './screens.ts'

/** The tag of every paid link says so (rel), and the line above it is marked as that part. */
const paidLink = /<a [^>]*\brel="sponsored/
const disclosure = /data-part="disclosure-line"/

/** Screens, and of every kind of address in the sitemap as many as show what such a page can hold. */
async function addresses(read: (path: string) => Promise<string>): Promise<string[]> {
  const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, at = '']) => new URL(at))
  const shards = locations(await read('/sitemap.xml'))
  const listed = (await Promise.all(shards.map(({ pathname }) => read(pathname)))).flatMap(locations)
  const kinds = Object.groupBy(listed, ({ pathname }) => pathname.split('/').slice(0, -1).join('/'))
  const ofEach = Object.values(kinds).flatMap((urls = []) => {
    const step = Math.max(1, Math.floor(urls.length / perKind))
    return urls.filter((_, index) => index % step === 0)
  })
  return [...new Set([...screens.map(({ path }) => path), ...ofEach.map(({ pathname, search }) => pathname + search)])]
}
const perKind = 60

test('the disclosures come before the first paid links, and the time of its prices before each list', async ({
  request,
}) => {
  test.setTimeout(300_000)
  const read = async (path: string) => (await request.get(path)).text()
  const late: string[] = []
  const undated: string[] = []
  let paid = 0
  for (const path of await addresses(read)) {
    const html = await read(path)
    if (hasUndatedList(html)) undated.push(path)
    const link = html.search(paidLink)
    if (link === -1) continue
    paid += 1
    const line = html.search(disclosure)
    if (line === -1 || line > link) late.push(path)
    const amazonLink = html.search(/<a [^>]*href="https:\/\/www\.amazon\./)
    if (amazonLink > -1 && !html.slice(0, amazonLink).includes('As an Amazon Associate')) late.push(`${path}: Amazon`)
  }
  expect(late).toEqual([])
  expect(undated).toEqual([])
  expect(paid).toBeGreaterThan(60)
})

/** A list with a price that says the time neither above itself, once for all, nor in the card, as Amazon's licence wants it. */
function hasUndatedList(html: string): boolean {
  const $ = load(html)
  return $('[data-part~=product-grid], [data-part~=results]')
    .toArray()
    .some((list) => {
      const prices = $(list).find('[data-part~=product-price]')
      const undated = prices.filter((_, price) => !$(price).parent().text().includes('as of '))
      return undated.length > 0 && $(list).prev('[data-part~=as-of-line]').length === 0
    })
}
