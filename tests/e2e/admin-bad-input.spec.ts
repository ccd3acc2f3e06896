import { expect, type Page, test } from '@playwright/test'
import type { SupabaseClient } from '@supabase/supabase-js'
import { makeBase, ROWS } from '../acceptance/who-may-do-what/rows.ts'
import type { Base } from '../acceptance/who-may-do-what/sample.ts'
import { desktop } from '../support/browser.ts'
import { serviceClientOf } from '../support/clients.ts'
import { type OwnShop, startOwnShop } from '../support/dahlia.ts'
import { SCREENS } from '../support/office-screens.ts'
import { openAsStaff, staffAccount } from '../support/staff.ts'

// A shop of its own, because its texts are nobody else's to meet; and without the Content-Security-Policy, so that only
// what the pages do themselves stands between a text and its being run.
test.use({ viewport: desktop, reducedMotion: 'reduce', bypassCSP: true })
test.describe.configure({ mode: 'serial', timeout: 300_000 })

/** Leaves the attribute, the element and the script that it may stand in, and runs in each. */
const RUNS = `"'></script></textarea><img src=/x onerror="window.ran=1"><script>window.ran=1</script><svg onload=window.ran=1>{{1}}`
/** Written by staff or visitors, and shown in the office or on the site. */
const LINES = [
  ...['merchants', 'networks', 'products (listed)', 'products (delisted)', 'amazon_products', 'collections (active)'],
  ...['homepage_settings (active)', 'pages (published)', 'blog_posts (active)', 'comparison_posts (published)'],
  ...['wallpaper_collections (active)', 'wallpapers (active)', 'draft_products', 'contact_messages'],
  ...['newsletter_subscribers', 'job_run_lines', 'feed_runs'],
]
/** By table: the columns that took the text, and the row's key. Keys, addresses and words of a list take none. */
let written: [table: string, columns: string[], key: string][] = []

let shop: OwnShop
test.beforeAll(async () => {
  test.setTimeout(180_000)
  shop = await startOwnShop({ env: { TRUST_PROXY: '1' } })
  const service = await serviceClientOf(shop)
  const base = await makeBase(service)
  written = []
  for (const line of LINES) written.push(await fill(service, base, line))
  await service.from('site_settings').insert({ key: 'site_tagline', value: RUNS })
})
test.afterAll(async () => {
  test.setTimeout(60_000)
  await shop?.close()
})

/** Writes the text into each column of a row that takes it. */
async function fill(service: SupabaseClient, base: Base, line: string): Promise<[string, string[], string]> {
  const [sample, table] = [ROWS[line], line.replace(/ \(.*$/, '')]
  if (!sample) throw new Error(`rows.ts has no row for ${line}.`)
  const row = await sample.row(base)
  const key = Object.fromEntries(sample.key.map((column) => [column, row[column]]))
  expect((await service.from(table).insert(row)).error, line).toBeNull()
  const { data } = await service.from(table).select('*').match(key).single()
  const columns: string[] = []
  for (const [column, value] of Object.entries<unknown>(data ?? {})) {
    if (column in key || (value !== null && typeof value !== 'string')) continue
    const { error } = await service
      .from(table)
      .update({ [column]: RUNS })
      .match(key)
    if (!error) columns.push(column)
  }
  return [table, columns, String(Object.values(key)[0])]
}

const ran = (page: Page) => page.evaluate(() => 'ran' in window)

const openAsAdmin = async (page: Page, path: string) =>
  openAsStaff(page, { account: await staffAccount('admin', shop), path, shop })

test('HTML and scripts in every field are text on every screen, and in every record', async ({ page }) => {
  // As many as the tables have; fewer mean that the walk has lost its way.
  expect(written.flatMap(([, columns]) => columns).length).toBeGreaterThan(50)
  await openAsAdmin(page, '/robots.txt')
  let shown = 0
  for (const [path] of SCREENS) {
    await page.goto(shop.url + path)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    await expect(page.getByText('Loading...')).toHaveCount(0)
    shown += await page.getByText('window.ran=1').count()
    expect(await ran(page), path).toBe(false)
  }
  expect(shown).toBeGreaterThan(5)
  const screens: Record<string, string> = {
    ...{ merchants: 'merchants', networks: 'networks', products: 'products', amazon_products: 'retailer-products' },
    ...{ collections: 'collections', contact_messages: 'messages' },
  }
  for (const [table, , key] of written) {
    if (!screens[table]) continue
    await page.goto(`${shop.url}/admin/${screens[table]}?edit=${key}`)
    await expect(page.getByRole('dialog'), table).toBeVisible()
    await expect(page.getByText('Loading...')).toHaveCount(0)
    expect(await ran(page), `${table} in its form`).toBe(false)
  }
})

test('and on every page of the site that shows them', async ({ page }) => {
  const service = await serviceClientOf(shop)
  const { data: posts } = await service.from('blog_posts').select('slug').like('title', '%window.ran%')
  const { data: pages } = await service.from('pages').select('url').like('name', '%window.ran%')
  const product = written.find(([table]) => table === 'products')?.[2]
  const found = [...(posts ?? []).map(({ slug }) => `/blog/${slug}`), ...(pages ?? []).map(({ url }) => url)]
  expect(found).toHaveLength(2)
  const paths = ['/', '/shop', '/wallpapers', '/blog', '/deals', `/p/x-${product}`, '/search?q=window.ran', ...found]
  for (const path of paths) {
    await page.goto(shop.url + path)
    await expect(page.locator('main').first(), path).toBeVisible()
    expect(await ran(page), path).toBe(false)
  }
})

/** Forms that make a record. */
const FORMS = ['products', 'retailer-products', 'merchants', 'networks', 'collections']
const WORDS = { 'a text of 10,000 characters': 'x'.repeat(10_000), 'a script': RUNS, 'a formula': '=cmd()' }

for (const [what, text] of Object.entries(WORDS)) {
  test(`${what} in every field of every form ends in a sentence, and nothing runs`, async ({ page }) => {
    await openAsAdmin(page, '/robots.txt')
    for (const form of FORMS) {
      await page.goto(`${shop.url}/admin/${form}?edit=new`)
      const dialog = page.getByRole('dialog')
      await expect(dialog, form).toBeVisible()
      // One that gets its suggestions meanwhile becomes a combobox.
      const fields = dialog.getByRole('textbox').or(dialog.locator('input').and(dialog.getByRole('combobox')))
      for (const field of await fields.all()) if (await field.isEditable()) await field.fill(text)
      await dialog.getByRole('button', { name: 'Save' }).click()
      const refusal = dialog.locator('[role=alert], [aria-invalid=true], :invalid')
      await expect(refusal.or(page.getByLabel(/^Notifications/).getByRole('status')).first(), form).toBeVisible()
      expect(await ran(page), form).toBe(false)
      await page.goto('about:blank')
    }
  })
}
