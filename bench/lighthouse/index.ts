import { launch } from 'chrome-launcher'
import { ensureChromium } from '../../scripts/testing/chromium.ts'
import { type Audit, audit, type Figures } from './audit.ts'
import { startShop } from './shop.ts'

/** Lighthouse's figures swing with the machine: the median of three is what is judged. */
const RUNS = 3

/** Public pages on a slow phone (Lighthouse's own throttling). Milliseconds but for CLS; scores of 100. */
const GOALS: Figures = {
  performance: 100,
  accessibility: 100,
  'best-practices': 100,
  seo: 100,
  FCP: 900,
  LCP: 1500,
  TBT: 50,
  CLS: 0.02,
}

/**
 * Lighthouse on the home page, a listing, an article and a product of the demo shop.
 * BENCH_URL names a server that already runs; arguments name pages: npm run bench -- lighthouse /gifts
 */
export async function run(): Promise<Record<string, number>> {
  const shop = await startShop()
  const chromePath = ensureChromium(console.log)
  const chrome = await launch({
    ...(chromePath === null ? {} : { chromePath }),
    chromeFlags: ['--headless=new', '--disable-gpu', '--disable-quic', ...(asRoot() ? ['--no-sandbox'] : [])],
  })
  const given = process.argv.slice(3)
  const pages = given.length > 0 ? given : await fourKinds(shop.url)
  const ratios: Record<string, number> = {}
  try {
    for (const page of pages) {
      const audits: Audit[] = []
      for (let i = 0; i < RUNS; i += 1) audits.push(await audit(shop.url + page, chrome.port))
      Object.assign(ratios, judge(page, audits))
    }
  } finally {
    chrome.kill()
    await shop.stop()
  }
  return ratios
}

async function fourKinds(url: string): Promise<string[]> {
  const listing = '/all-deals'
  const html = await (await fetch(url + listing)).text()
  const product = /href="(\/p\/[^"?#]+)"/.exec(html)?.[1]
  if (!product) console.log(`${listing} links to no product page`)
  return ['/', listing, '/blog/under-eye-patches-guide', ...(product ? [product] : [])]
}

/** Prints the medians; a ratio of 1 or more reaches its goal. */
function judge(page: string, audits: Audit[]): Record<string, number> {
  const ratios: Record<string, number> = {}
  const cells: string[] = []
  for (const [name, goal] of Object.entries(GOALS)) {
    const figure = median(audits.map(({ figures }) => figures[name] ?? Number.NaN))
    cells.push(`${name} ${name === 'CLS' ? figure.toFixed(3) : Math.round(figure)}`)
    const isScore = goal === 100
    ratios[`lighthouse${page}-${name}`] = isScore ? figure / goal : goal / Math.max(figure, goal / 1000)
  }
  console.log(`${page}: ${cells.join(', ')}`)
  for (const line of new Set(audits.flatMap(({ failed }) => failed))) console.log(`  ${line}`)
  return ratios
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Chromium's sandbox refuses root. */
const asRoot = () => process.getuid?.() === 0
