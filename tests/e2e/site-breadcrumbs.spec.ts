import { type APIRequestContext, expect, test } from '@playwright/test'
import { placesOf } from '#domain/places.ts'

/** One product of a category is like another: of each sitemap so many pages are looked at. */
const MOST_OF_A_SHARD = 80

/** Where a page says it stands: what visitors see, and what search engines read. */
function crumbsOf(html: string): string[] {
  const seen = /<nav[^>]*aria-label="Breadcrumb"[^>]*>(.*?)<\/nav>/s.exec(html)?.[1] ?? ''
  const links = [...seen.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
    ([, json = '']): unknown => JSON.parse(json),
  )
  return [...links, ...blocks.flatMap(itemsOf)].map((address) => {
    const { pathname, search } = new URL(address, 'http://any.example')
    return pathname + search
  })
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function itemsOf(block: unknown): string[] {
  if (!isRecord(block) || block['@type'] !== 'BreadcrumbList' || !Array.isArray(block.itemListElement)) return []
  return block.itemListElement.flatMap((step: unknown) =>
    isRecord(step) && typeof step.item === 'string' ? [step.item] : [],
  )
}

/** What is wrong with a page as a step of a way; null when search engines may list it under this address. */
async function faultOf(request: APIRequestContext, path: string): Promise<string | null> {
  const response = await request.get(path, { maxRedirects: 0 })
  if (response.status() !== 200) return `${response.status()}`
  const html = await response.text()
  if (/<meta name="robots" content="[^"]*noindex/.test(html)) return 'noindex'
  const canonical = /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&')
  if (!canonical) return 'no canonical address'
  const { pathname, search } = new URL(canonical)
  return pathname + search === path ? null : `canonical is ${pathname}${search}`
}

const locations = async (request: APIRequestContext, path: string) =>
  [...(await (await request.get(path)).text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, url = '']) => new URL(url).pathname,
  )

const listedPages = async (request: APIRequestContext) =>
  Promise.all((await locations(request, '/sitemap.xml')).map((shard) => locations(request, shard)))

test('every step of every breadcrumb is a page that search engines may list, under its own address', async ({
  request,
}) => {
  test.setTimeout(240_000)
  const listed = await listedPages(request)
  const pages = new Set([...placesOf('screen'), ...listed.flatMap((all) => all.slice(0, MOST_OF_A_SHARD))])
  const steps = new Map<string, string>()
  let withCrumbs = 0
  for (const page of pages) {
    const response = await request.get(page)
    const crumbs = response.status() === 200 ? crumbsOf(await response.text()) : []
    if (crumbs.length > 0) withCrumbs += 1
    for (const crumb of crumbs) if (!steps.has(crumb)) steps.set(crumb, page)
  }
  expect(withCrumbs).toBeGreaterThan(60)
  const faults: { from: string; told: string }[] = []
  for (const [step, from] of steps) {
    const fault = await faultOf(request, step)
    if (fault) faults.push({ from, told: `${step}, of ${from}: ${fault}` })
  }
  // Other tests take what they sold off the shelves again, and its pages with it.
  const still = new Set([...placesOf('screen'), ...(await listedPages(request)).flat()])
  expect(faults.filter(({ from }) => still.has(from)).map(({ told }) => told)).toEqual([])
})
