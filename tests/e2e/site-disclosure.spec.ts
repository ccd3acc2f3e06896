import { expect, test } from '@playwright/test'
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

test('the disclosure comes before the first paid link on every page', async ({ request }) => {
  test.setTimeout(180_000)
  const read = async (path: string) => (await request.get(path)).text()
  const late: string[] = []
  let paid = 0
  for (const path of await addresses(read)) {
    const html = await read(path)
    const link = html.search(paidLink)
    if (link === -1) continue
    paid += 1
    const line = html.search(disclosure)
    if (line === -1 || line > link) late.push(path)
  }
  expect(late).toEqual([])
  expect(paid).toBeGreaterThan(60)
})
