import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, type Page, test } from '@playwright/test'
import type { SupabaseClient } from '@supabase/supabase-js'
import { desktop, ready } from '../support/browser.ts'
import { serviceClientOf } from '../support/clients.ts'
import { type OwnShop, startOwnShop } from '../support/dahlia.ts'
import { endSessions, expireToken, sessionHasEnded, signInAgain } from '../support/ended-session.ts'
import { ADMINS_ONLY, expectHeadings } from '../support/office-screens.ts'
import { holdRow, ownDatabase } from '../support/own-database.ts'
import { openAsStaff, staffAccount } from '../support/staff.ts'

// A shop of its own with a worker, whose settings are nobody else's.
test.use({ viewport: desktop })
test.describe.configure({ mode: 'serial', timeout: 120_000 })

const START = fileURLToPath(new URL('../../scripts/start.ts', import.meta.url))
let shop: OwnShop
let service: SupabaseClient
test.beforeAll(async () => {
  test.setTimeout(180_000)
  shop = await startOwnShop({ main: START, env: { TRUST_PROXY: '1' } })
  service = await serviceClientOf(shop)
})
test.afterAll(async () => {
  test.setTimeout(60_000)
  await shop?.close()
})

async function openAs(page: Page, role: 'admin' | 'editor', path: string) {
  const account = await staffAccount(role, shop)
  await openAsStaff(page, { account, path, shop })
  return account
}
const toast = (page: Page, text: string | RegExp) => page.getByLabel(/^Notifications/).getByText(text)
const word = () => randomUUID().slice(0, 8)
/** A job waits for the worker's turn. */
const AFTER_A_JOB = { timeout: 30_000 }

test('a CSV file is mapped, compared, imported and undone, and its refused rows come back as a file', async ({
  page,
}) => {
  const name = `Shop ${word()}`
  await openAs(page, 'admin', '/admin/merchants')
  await page.getByRole('link', { name: 'Import CSV' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Import merchants' })).toBeVisible()
  await expect(page.getByText('up to 20 MB and 50,000 rows')).toBeVisible()
  const choose = (text: string | Buffer) =>
    page.getByLabel('CSV file').setInputFiles({ name: 'm.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  const uploads: string[] = []
  page.on('request', (request) => request.url().includes('import-csv?table') && uploads.push(request.url()))
  await choose(`name,slug\n${'a,b\n'.repeat(50_001)}`)
  await expect(page.getByRole('alert')).toContainText('this one has 50,001 rows. Cut it into parts.')
  expect(uploads).toEqual([])
  await choose('name,slug\na\0,b\n')
  await expect(page.getByRole('alert')).toContainText('NUL characters')

  const slug = name.toLowerCase().replace(' ', '-')
  await choose(`Name;Handle;What\n${name};${slug};=cmd()\n${'x'.repeat(10_000)};long;\n`)
  await expect(page.getByText('2 rows in 3 columns')).toBeVisible()
  await expect(page.getByText('kept as text and never run')).toBeVisible()
  await expect(page.getByLabel('Meaning of Handle')).toHaveValue('slug')
  await expect(page.getByText('m.csv')).toBeVisible()
  await page.getByLabel('Meaning of What').selectOption({ label: 'Description' })
  await expect(page.getByLabel('A row of the file is')).toContainText('the record with the same Slug, or a new one')
  await page.reload()
  await expect(page.getByText('m.csv'), 'nor the file').toBeVisible()
  await expect(page.getByLabel('Meaning of Handle')).toHaveValue('slug')
  await expect(page.getByLabel('Meaning of What'), 'a reload loses no meaning').toHaveValue('description')
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByText('1 new, 0 changed, 0 unchanged, 1 refused')).toBeVisible(AFTER_A_JOB)
  await expect(page.getByRole('list', { name: 'Refused rows' })).toContainText('Line 3: it must hold that length(name)')
  const stored = async () => (await service.from('merchants').select('description').eq('slug', slug)).data
  expect(await stored()).toEqual([])

  await page.reload()
  await expect(page.getByText('1 new, 0 changed, 0 unchanged, 1 refused'), 'nor the comparison').toBeVisible()
  await page.getByRole('button', { name: 'Import 1 rows' }).click()
  await expect(page.getByRole('link', { name: 'What it changed' })).toBeVisible(AFTER_A_JOB)
  expect(await stored()).toEqual([{ description: '=cmd()' }])
  const download = page.waitForEvent('download')
  await page.getByRole('region', { name: 'Import', exact: true }).getByText('Download the refused rows').click()
  const text = await readFile(await (await download).path(), 'utf8')
  expect(text.split('\n')[0]).toContain('"line","reason","Name","Handle","What"')
  expect(text).toContain('"3","it must hold that')
  await page.getByRole('button', { name: 'Undo the import' }).click()
  await expect.poll(stored, AFTER_A_JOB).toEqual([])
})

test('a bulk change whose session cannot be renewed as it is started, and ends as it runs, is done once and whole', async ({
  page,
}) => {
  const merchant_name = `Mill ${word()}`
  const rows = Array.from({ length: 700 }, (_none, n) => ({
    ...{ product_name: `Robe ${n} of ${merchant_name}`, merchant_name, affiliate_link: 'https://mill.example/robe' },
  }))
  expect((await service.from('products').insert(rows)).error).toBeNull()
  const hidden = async () => {
    const found = service.from('products').select('id', { count: 'exact', head: true })
    return (await found.eq('merchant_name', merchant_name).not('delisted_at', 'is', null)).count
  }
  const account = await openAs(page, 'admin', `/admin/products?merchant=${encodeURIComponent(merchant_name)}`)
  await page.getByRole('checkbox').nth(1).check()
  await page.getByRole('button', { name: /^Select all/ }).click()
  await page.getByRole('button', { name: 'Hide all' }).click()
  const question = page.getByRole('alertdialog', { name: 'Hide 700 products?' })
  await expect(question).toBeVisible()
  await endSessions(account, shop)
  await expireToken(page)
  await question.getByRole('button', { name: 'Hide' }).click()
  await signInAgain(page, account)
  expect(await hidden(), 'nothing half done').toBe(0)

  const letGo = await holdRow(shop.dataDir, 'products', rows.at(-1)?.product_name ?? '')
  // What was chosen is still chosen.
  await page.getByRole('button', { name: 'Hide all' }).click()
  await question.getByRole('button', { name: 'Hide' }).click()
  const run = page.getByRole('dialog')
  await expect(run.getByText('running: 500 of 700')).toBeVisible(AFTER_A_JOB)
  await endSessions(account, shop)
  await expect(sessionHasEnded(page)).toBeVisible(AFTER_A_JOB)
  await letGo()
  await expect.poll(hidden, AFTER_A_JOB).toBe(700)
  await signInAgain(page, account)
  await expect(run.getByText('succeeded: 700 of 700')).toBeVisible(AFTER_A_JOB)
})

test('an import whose session ends before and while it runs keeps the file’s meanings, and writes every row once', async ({
  page,
}) => {
  const [kept, added] = [`Shop ${word()}`, `Shop ${word()}`]
  const slugOf = (name: string) => name.toLowerCase().replace(' ', '-')
  expect((await service.from('merchants').insert({ name: kept, slug: slugOf(kept) })).error).toBeNull()
  const account = await openAs(page, 'admin', '/admin/import/merchants')
  const choose = () =>
    page.getByLabel('CSV file').setInputFiles({
      ...{ name: 'm.csv', mimeType: 'text/csv' },
      buffer: Buffer.from(`Name;Handle;What\n${kept};${slugOf(kept)};new\n${added};${slugOf(added)};new\n`),
    })
  const stored = async () =>
    (await service.from('merchants').select('name, description').in('name', [kept, added]).order('id')).data
  const before = await stored()
  await expect(page.getByLabel('CSV file'), 'the screen is there before its session ends').toBeVisible()
  await endSessions(account, shop)
  await expireToken(page)
  await choose()
  await signInAgain(page, account)
  await expect(page.getByRole('alert')).toContainText('Sign in')
  await choose()
  await page.getByLabel('Meaning of What').selectOption('description')
  await page.getByLabel('A row of the file is').selectOption('slug')
  await endSessions(account, shop)
  await page.getByRole('button', { name: 'Compare' }).click()
  await signInAgain(page, account)
  await expect(page.getByLabel('Meaning of What'), 'nothing chosen is lost').toHaveValue('description')
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByText('1 new, 1 changed, 0 unchanged, 0 refused')).toBeVisible(AFTER_A_JOB)
  expect(await stored()).toEqual(before)

  const letGo = await holdRow(shop.dataDir, 'merchants', kept)
  await page.getByRole('button', { name: 'Import 2 rows' }).click()
  await expect(page.getByRole('progressbar', { name: 'Import' })).toBeVisible(AFTER_A_JOB)
  await endSessions(account, shop)
  await expect(sessionHasEnded(page)).toBeVisible(AFTER_A_JOB)
  await letGo()
  await expect.poll(stored, AFTER_A_JOB).toEqual([kept, added].map((name) => ({ name, description: 'new' })))
  await signInAgain(page, account)
  await expect(page.getByRole('link', { name: 'What it changed' })).toBeVisible(AFTER_A_JOB)
})

test('a merchant is renamed by a job, and a field changed by hand is shown until it is released', async ({ page }) => {
  const name = `Loom ${word()}`
  const { data: feed } = await service.from('feeds').select('id').limit(1).single()
  const slug = name.toLowerCase().replace(' ', '-')
  expect((await service.from('merchants').insert({ name, slug, max_age: '1 hour' })).error).toBeNull()
  const product = { product_name: `Shawl ${word()}`, merchant_name: name, affiliate_link: 'https://loom.example/1' }
  const made = await service
    .from('products')
    .insert({ ...product, feed_id: feed?.id, external_id: word() })
    .select('id')
  const id = made.data?.[0]?.id
  await openAs(page, 'admin', `/admin/merchants?q=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: `Rename ${name}` }).click()
  await page.getByLabel('New name').fill(`${name} Atelier`)
  await page.getByRole('button', { name: 'Rename', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/jobs\?edit=/)
  await expect(page.getByRole('dialog').getByText('succeeded: 1 of 1')).toBeVisible(AFTER_A_JOB)
  const movedTo = async () => {
    const moved = await page.request.get(`${shop.url}/stores/${slug}?sort=price-asc`, { maxRedirects: 0 })
    return [moved.status(), moved.headers().location]
  }
  await expect.poll(movedTo).toEqual([301, `/stores/${slug}-atelier?sort=price-asc`])
  expect((await page.request.get(`${shop.url}/stores/${slug}-atelier`)).status()).toBe(200)
  await page.goto(`${shop.url}/admin/products?edit=${id}`)
  const form = page.getByRole('dialog')
  await expect(form.getByLabel('Merchant')).toHaveValue(`${name} Atelier`)
  await expect(form.getByText('What you change here stays; the price follows the feed.')).toBeVisible()
  const offered = form.getByLabel('Merchant').evaluate((input) => {
    const options = input instanceof HTMLInputElement ? [...(input.list?.options ?? [])] : []
    return options.map(({ value }) => value)
  })
  expect(await offered, 'a name is chosen, not spelt').toContain(`${name} Atelier`)
  await form.getByLabel('Merchant').fill(`${name} Atelyer`)
  await expect(form.getByText('There is no merchant of this name yet')).toBeVisible()
  await form.getByLabel('Merchant').fill(`${name} Atelier`)
  await expect(form.getByText('There is no merchant of this name yet')).toHaveCount(0)
  await form.getByLabel('Brand').fill('Ours')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toHaveCount(0)
  await page.goto(`${shop.url}/admin/products?edit=${id}`)
  await expect(form.getByRole('list', { name: 'Changed by hand' })).toContainText('Brand: changed by hand (You')
  await form.getByRole('button', { name: 'Release Brand' }).click()
  await expect(form.getByText('What you change here stays')).toBeVisible()
})

test('a product whose price is too old for visitors tells staff the last one', async ({ page }) => {
  const name = `Loom ${word()}`
  const merchant = { name, slug: name.toLowerCase().replace(' ', '-'), max_age: '1 hour' }
  expect((await service.from('merchants').insert(merchant)).error).toBeNull()
  const product = { product_name: `Shawl ${word()}`, merchant_name: name, affiliate_link: 'https://loom.example/2' }
  const made = await service
    .from('products')
    .insert({ ...product, price: 7.5, observed_at: '2026-01-01T00:00:00Z' })
    .select('id')
  const id = made.data?.[0]?.id
  const price = async () => (await service.from('products').select('price').eq('id', id).single()).data?.price
  await expect.poll(price, AFTER_A_JOB).toBeNull()
  await openAs(page, 'admin', `/admin/products?edit=${id}`)
  await expect(page.getByRole('dialog').getByText('The last price was $7.50. It is too old to be shown.')).toBeVisible()
})

test('an admin invites, changes a role, sees sessions and ends them, bans and deletes, each with a reason', async ({
  page,
}) => {
  const editor = await staffAccount('editor', shop)
  await openAs(page, 'admin', '/admin/users')
  const ask = async (
    label: string,
    button: string,
    fill?: (dialog: ReturnType<Page['getByRole']>) => Promise<unknown>,
  ) => {
    await page.getByRole('button', { name: `${label}: ${editor.email}` }).click()
    const dialog = page.getByRole('dialog')
    await fill?.(dialog)
    await dialog.getByLabel('Reason').fill('because of a test')
    await dialog.getByRole('button', { name: button, exact: true }).click()
    await expect(dialog).toHaveCount(0)
  }
  const invited = `new-${word()}@staff.example`
  await page.getByRole('button', { name: 'Invite user' }).click()
  await page.getByLabel('Email').fill(invited)
  await page.getByLabel('Reason').fill('joins us')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(toast(page, /^The invitation waits in the outbox/)).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: invited })).toContainText('editor')

  const row = page.getByRole('row').filter({ hasText: editor.email })
  await ask('Role', 'Save', (dialog) => dialog.getByLabel('Role').selectOption('viewer'))
  await expect(row).toContainText('viewer')
  await ask('Sessions', 'Sign out everywhere', (dialog) => expect(dialog).toContainText('Not signed in anywhere.'))
  await ask('Ban', 'Ban')
  await expect(row).toContainText('Banned')
  await ask('Lift ban', 'Lift ban')
  await expect(row).toContainText('Active')
  await ask('Delete', 'Delete')
  await expect(row).toHaveCount(0)
  const { data } = await service.from('audit_log').select('columns,reason').eq('row_key', editor.id).order('id')
  expect(data?.slice(-4)).toEqual([
    { columns: ['signed out everywhere'], reason: 'because of a test' },
    { columns: ['banned'], reason: 'because of a test' },
    { columns: ['ban lifted'], reason: 'because of a test' },
    { columns: ['deleted'], reason: 'because of a test' },
  ])
})

test('the name of the site and its texts are settings that pages, search data and mails follow, and two admins who change one see both', async ({
  page,
}) => {
  const name = `Zinnia ${word()}`
  const title = async () => (await (await fetch(`${shop.url}/contact`)).text()).match(/<title>([^<]*)/)?.[1]
  expect(await title()).toContain('Dahlia')
  await openAs(page, 'admin', '/admin/settings')
  const texts = page.getByRole('region', { name: 'Texts' })
  await page.getByLabel('Name of the site').fill(name)
  await page.getByLabel('Popular searches').fill('Silk scarves\nLinen')
  await page.getByLabel('Social links').fill('Threads https://threads.example/@zinnia\nX https://x.example/')
  await texts.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Settings saved')).toBeVisible()
  await expect.poll(title).toContain(name)
  // Pages of the site name it too, in their titles and their texts.
  const read = async (path: string) => (await fetch(`${shop.url}${path}`)).text()
  for (const path of ['/about', '/terms', '/affiliate-disclosure', '/community', '/faq'])
    await expect.poll(() => read(path), path).not.toContain('Dahlia')
  expect(await read('/about')).toContain(`<title>About ${name} | ${name}</title>`)
  const home = () => read('/')
  await expect.poll(home).toContain('https://threads.example/@zinnia')
  const visitor = await page.context().newPage()
  const errors: string[] = []
  visitor.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  await visitor.goto(`${shop.url}/`)
  await ready(visitor)
  await expect(visitor.getByRole('link', { name: `${name}, home` })).toBeVisible()
  expect(errors).toEqual([])
  await expect(visitor.locator('meta[property="og:site_name"]')).toHaveAttribute('content', name)
  await expect(visitor.locator('meta[name=description]')).toHaveAttribute('content', new RegExp(`^${name} edits `))
  await expect(visitor.getByRole('contentinfo')).toContainText(name)
  const data = JSON.parse((await visitor.locator('script[type="application/ld+json"]').first().textContent()) ?? '')
  expect(data).toMatchObject({ '@type': 'WebSite', name })
  expect(data.publisher).toMatchObject({ name, sameAs: ['https://threads.example/@zinnia'] })
  await visitor.close()
  const email = `reader-${word()}@test.example`
  const joined = await service.functions.invoke('newsletter-signup', { body: { email, source_page: '/' } })
  expect(joined.error).toBeNull()
  const database = await ownDatabase(shop.dataDir)
  const mails = async () =>
    (await database.query('select subject from _platform.outbox where recipient = $1', [email])).rows
  await expect.poll(mails).toMatchObject([{ subject: `Please confirm: your 7-Day Glow-Up Plan from ${name}` }])
  await database.end()

  await page.getByLabel('Tagline').fill('Mine')
  await service.from('site_settings').insert({ key: 'site_tagline', value: 'Theirs' })
  await texts.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved meanwhile: Theirs')).toBeVisible()
  await texts.getByRole('button', { name: 'Save' }).click()
  const stored = async () => (await service.from('site_settings').select('value').eq('key', 'site_tagline')).data
  await expect.poll(stored).toEqual([{ value: 'Mine' }])
  // Without the toasts of before, which lie over the button.
  await page.reload()
  await page.getByLabel('Name of the site').fill('')
  await texts.getByRole('button', { name: 'Save' }).click()
  await expect.poll(title).toContain('Dahlia')
})

test('a screen of two forms asks before either is left unsaved, by a link and by Back', async ({ page }) => {
  await openAs(page, 'admin', '/admin/settings')
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  for (const [label, typed] of [
    ['Days that the log of changes is kept', '95'],
    ['Tagline', 'Unsaved'],
  ] as const) {
    const before = await page.getByLabel(label).inputValue()
    await page.getByLabel(label).fill(typed)
    await page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Trash' }).click()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByLabel(label)).toHaveValue(typed)
    await page.getByLabel(label).fill(before)
  }
  await page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Trash' }).click()
  await expect(page).toHaveURL(/\/admin\/trash$/)
})

test('with the setting that lets editors in, an editor sees all but Administration [B2.41] [B6.3]', async ({
  page,
  browser,
}) => {
  await openAs(page, 'admin', '/admin/settings')
  await page.getByLabel('Who may enter the back office').selectOption('editor')
  await expect(toast(page, 'Setting saved')).toBeVisible()
  const other = await browser.newPage()
  await openAsStaff(other, { account: await staffAccount('editor', shop), path: '/admin/dashboard', shop })
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  await expectHeadings(other, ([, heading, forAdmins]) => (forAdmins ? ADMINS_ONLY : heading), shop.url)
  await other.goto(`${shop.url}/admin/dashboard`)
  const groups = other.getByRole('navigation', { name: 'Back office' }).getByRole('heading')
  await expect(groups).toHaveText(['Navigation', 'Content Tools'])
  await other.close()
})

test('what is kept of an address is looked up and erased, and the log’s age is a setting', async ({ page }) => {
  const email = `reader-${word()}@test.example`
  await service.from('newsletter_subscribers').insert({ email, status: 'confirmed', source_page: '/blog' })
  await service.from('contact_messages').insert({ name: 'R', email, subject: 'S', message: 'M' })
  await openAs(page, 'admin', '/admin/personal-data')
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: 'Look up' }).click()
  const kept = page.getByRole('region', { name: 'What is kept' }).first()
  await expect(kept.getByRole('row')).toHaveCount(3)
  await expect(kept).toContainText('newsletter subscription')
  await kept.getByRole('button', { name: 'Erase' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Erase' }).click()
  await expect(page.getByText('Nothing is kept of this address.')).toBeVisible()

  await page.goto(`${shop.url}/admin/settings`)
  const rules = page.getByRole('region', { name: 'Rules' })
  await rules.getByLabel('Days that the log of changes is kept').fill('7')
  await rules.getByRole('button', { name: 'Save' }).click()
  await expect(rules.getByText('30 days at least')).toBeVisible()
  await rules.getByLabel('Days that the log of changes is kept').fill('90')
  await rules.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Settings saved')).toBeVisible()
  const { data } = await service.from('site_settings').select('value').eq('key', 'audit_log_days')
  expect(data).toEqual([{ value: 90 }])
})
