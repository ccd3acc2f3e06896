import { type BrowserContext, chromium } from '@playwright/test'
import { freePort } from '#platform'
import { startProcess, temporaryDataDir } from '#tests/support/dahlia.ts'
import { ownDatabase } from '#tests/support/own-database.ts'
import { signIn, staffAccount } from '#tests/support/staff.ts'
import { buildSiteIfStale } from '../../scripts/build/build-site.ts'
import { ensureChromium } from '../../scripts/testing/chromium.ts'
import { type Opened, openCold } from './open-cold.ts'
import { scrollThrough } from './scroll-through.ts'
import { toggleOne } from './toggle-one.ts'

/** What a list of the office scrolls through. */
const ROWS = Number(process.env.BENCH_OFFICE_ROWS ?? 50_000)
/** The machine is shared: medians. */
const RUNS = 5

const GOALS = { script: 200_000, LCP: 400, TBT: 20, scroll: 50, toggle: 100 } as const

/**
 * The list of products as a browser has it: opened cold with a stored session over Lighthouse's desktop line (40 ms,
 * 10 Mbit/s), scrolled to its end, and one product toggled. A ratio of 1 or more reaches its goal.
 */
export async function run(): Promise<Record<string, number>> {
  await buildSiteIfStale(console.log)
  const executablePath = ensureChromium(console.log)
  const { dataDir, remove } = await temporaryDataDir()
  const shop = await startProcess({ dataDir, port: await freePort(), env: { TRUST_PROXY: '1' } })
  const browser = await chromium.launch({
    ...(executablePath !== null && { executablePath }),
    args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  })
  try {
    await addProducts(shop.dataDir)
    const account = await staffAccount('admin', shop)
    const context = await browser.newContext({ viewport: { width: 1350, height: 940 } })
    const page = await context.newPage()
    await signIn(page, account, shop.url)
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    await page.close()
    return await measure(context, `${shop.url}/admin/products`)
  } finally {
    await browser.close()
    await shop.stop()
    await remove()
  }
}

async function measure(context: BrowserContext, url: string): Promise<Record<string, number>> {
  const opened: Opened[] = []
  for (let run = 0; run < RUNS; run += 1) opened.push(await openCold(context, url))
  const page = await context.newPage()
  await page.goto(url)
  await page.getByRole('row').nth(5).waitFor()
  const toggles: number[] = []
  for (let run = 0; run < RUNS; run += 1) toggles.push(await toggleOne(page, run))
  const scrolled = await scrollThrough(page, ROWS)
  const figures = {
    script: median(opened.map(({ script }) => script)),
    LCP: median(opened.map(({ lcp }) => lcp)),
    TBT: median(opened.map(({ tbt }) => tbt)),
    scroll: scrolled.longestTask,
    toggle: median(toggles),
  }
  console.log(
    `${figures.script} B of script, LCP ${ms(figures.LCP)}, TBT ${ms(figures.TBT)}; first data asked for after ` +
      `${ms(median(opened.map(({ firstData }) => firstData)))}, its script there after ${ms(median(opened.map(({ app }) => app)))}`,
  )
  console.log(
    `${scrolled.rows} rows scrolled, longest task ${ms(scrolled.longestTask)}; a toggle shown after ${ms(figures.toggle)}`,
  )
  return Object.fromEntries(
    Object.entries(GOALS).map(([name, goal]) => [
      `office/${name}`,
      goal / Math.max(1, new Map(Object.entries(figures)).get(name) ?? Number.NaN),
    ]),
  )
}

/** As an import writes them, without the triggers of edits. */
async function addProducts(dataDir: string) {
  const database = await ownDatabase(dataDir)
  await database.query(`set shop.bulk_import = 'on'`)
  await database.query(
    `insert into public.products (product_name, category, merchant_name, price, affiliate_link)
     select 'Stoneware Bowl ' || n, 'Home & Decor', 'Kiln & Clay', n % 90 + 1, 'https://a.example/'
     from generate_series(1, $1::integer) as n`,
    [ROWS],
  )
  await database.query('analyze public.products')
  await database.end()
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const ms = (value: number): string => `${value.toFixed(0)} ms`
