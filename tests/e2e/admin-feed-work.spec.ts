import { expect, type Page, test } from '@playwright/test'
import type { SupabaseClient } from '@supabase/supabase-js'
import { API_TOKEN, type FakeAwin, type FakeList, FEED_KEY, PUBLISHER_ID, startFakeAwin } from '../fakes/awin/awin.ts'
import { ACCESS_TOKEN, COMPANY_ID, type FakeCj, startFakeCj, WEBSITE_ID } from '../fakes/cj/cj.ts'
import { type FakeNetwork, startFakeNetwork } from '../fakes/networks/fake-network.ts'
import { desktop } from '../support/browser.ts'
import { serviceClientOf } from '../support/clients.ts'
import type { OwnShop } from '../support/dahlia.ts'
import { ownDatabase } from '../support/own-database.ts'
import { startWithNetworks } from '../support/shop-with-networks.ts'
import { type Account, openAsStaff, staffAccount } from '../support/staff.ts'

// A shop of its own, whose server and worker run as an operator starts them and reach the fakes of the networks.
test.use({ viewport: desktop, trace: 'off' })
test.describe.configure({ mode: 'serial', timeout: 240_000 })

const list: FakeList = { programme: '7001', feed: '1', rows: 300, packing: 'none', lastImported: '2026-11-01 04:00:00' }
/** Its prices stand in a column that no guess finds. */
const FILE = `SKU;Title;Link;Asked;Note\n${[1, 2, 3].map((n) => `L${n};Vase ${n};https://loam.example/${n};12,50;soon\n`).join('')}`
let awin: FakeAwin
let cj: FakeCj
let merchant: FakeNetwork
let shop: OwnShop
let service: SupabaseClient
let admin: Account
test.beforeAll(async () => {
  test.setTimeout(240_000)
  awin = await startFakeAwin([list])
  cj = await startFakeCj(40)
  merchant = await startFakeNetwork({ hosts: ['loam.example'], answer: () => ({ type: 'text/csv', body: FILE }) })
  shop = await startWithNetworks(
    { 'productdata.awin.com': awin, 'api.awin.com': awin, 'ads.api.cj.com': cj, 'loam.example': merchant },
    { CJ_COMPANY_ID: COMPANY_ID },
  )
  service = await serviceClientOf(shop)
  admin = await staffAccount('admin', shop)
})
test.afterEach(() => awin.damage(() => null))
test.afterAll(async () => {
  test.setTimeout(60_000)
  await shop?.close()
  await awin?.close()
  await cj?.close()
  await merchant?.close()
})

/** The worker's clock, its turn, and a machine that does a lot else. */
const WORK = { timeout: 60_000 }
const toast = (page: Page, text: string | RegExp) => page.getByLabel(/^Notifications/).getByText(text)
const row = (page: Page, title: string) =>
  page.getByRole('region', { name: 'Product Feed Monitor' }).getByRole('listitem', { name: title, exact: true })
const network = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const open = (page: Page, path: string) => openAsStaff(page, { account: admin, path, shop })
/** What the worker says that a feed lacks; '' before it has looked. */
async function missing(kind: string): Promise<string | null> {
  const { data } = await service.rpc('list_feed_schedules')
  const found = (data ?? []).find((feed: { kind: string }) => feed.kind === kind)
  return found?.last_slot ? found.missing : ''
}
async function offers() {
  const listed = service.from('products').select('id', { count: 'exact', head: true }).is('delisted_at', null)
  return (await listed.eq('merchant_name', 'Merchant 7001')).count
}
/** The list's next edition. */
function renew(rows: number) {
  list.rows = rows
  list.lastImported = new Date(Date.parse(`${list.lastImported?.replace(' ', 'T')}Z`) + 86_400_000)
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ')
  return awin.renew(list)
}

test('a network with wrong credentials is cured by reading what it says', async ({ page }) => {
  await expect.poll(() => missing('awin'), WORK).toContain('AWIN_FEED_KEY')
  await open(page, '/admin/feeds')
  await expect(row(page, 'Awin')).toContainText('Awin needs AWIN_PUBLISHER_ID (the number beside')
  await page.getByRole('link', { name: 'Credentials of networks' }).click()
  const form = network(page, 'Awin')
  await expect(form).toContainText('Toolbox, Create-a-Feed: what follows /apikey/')
  const test_ = form.getByRole('button', { name: 'Test Awin' })
  await test_.click()
  await expect(form.getByRole('status')).toContainText('Awin needs AWIN_PUBLISHER_ID (', WORK)

  const save = form.getByRole('button', { name: 'Save Awin' })
  await form.getByLabel('AWIN_PUBLISHER_ID', { exact: true }).fill(` ${PUBLISHER_ID} `)
  await form.getByLabel('AWIN_FEED_KEY', { exact: true }).fill('another-key-than-awin-knows')
  const database = await ownDatabase(shop.dataDir)
  await database.query(
    `update auth.mfa_amr_claims set updated_at = now() - interval '1 hour'
     from auth.sessions where sessions.id = session_id and user_id = $1`,
    [admin.id],
  )
  await database.end()
  await save.click()
  const proof = page.getByRole('dialog', { name: 'Enter your password again' })
  await proof.getByLabel('Password').fill(admin.password)
  await proof.getByRole('button', { name: 'Continue' }).click()
  await expect(toast(page, 'Credentials of Awin stored')).toBeVisible(WORK)
  await expect(form.getByText('Stored', { exact: true })).toHaveCount(2)
  await expect(form.getByLabel('AWIN_FEED_KEY', { exact: true }), 'what was typed is gone').toHaveValue('')
  await test_.click()
  await expect(form.getByRole('status')).toHaveText(
    'Awin refuses the credentials (403). Check AWIN_FEED_KEY: it is what follows /apikey/ in a link of Create-a-Feed, not the API token.',
    WORK,
  )

  await page.getByRole('link', { name: 'Feeds', exact: true }).last().click()
  await expect(row(page, 'Awin')).not.toContainText('Awin needs')
  await row(page, 'Awin').getByRole('button', { name: 'Update Awin' }).click()
  await expect(row(page, 'Awin').getByRole('status')).toHaveText('Error', WORK)
  await expect(row(page, 'Awin')).toContainText('Awin refuses the credentials (403). Check the data feed key')

  await page.getByRole('link', { name: 'Credentials of networks' }).click()
  await form.getByLabel('AWIN_FEED_KEY', { exact: true }).fill(FEED_KEY)
  await form.getByLabel('AWIN_API_TOKEN', { exact: true }).fill('a-wrong-token')
  await save.click()
  await expect(form.getByText('Stored', { exact: true })).toHaveCount(3, WORK)
  await test_.click()
  await expect(form.getByRole('status')).toContainText('Check AWIN_API_TOKEN, and that AWIN_PUBLISHER_ID', WORK)
  await form.getByLabel('AWIN_API_TOKEN', { exact: true }).fill(API_TOKEN)
  await form.getByLabel('AWIN_API_TOKEN', { exact: true }).press('Enter')
  await expect(toast(page, 'Credentials of Awin stored').last()).toBeVisible(WORK)
  await test_.click()
  await expect(form.getByRole('status')).toHaveText('Awin takes the feed key and lists 1 joined programme.', WORK)
  const shown = await page.content()
  for (const secret of [FEED_KEY, API_TOKEN, PUBLISHER_ID]) expect(shown).not.toContain(secret)

  await form.getByRole('button', { name: 'Forget AWIN_API_TOKEN' }).click()
  await expect(toast(page, 'AWIN_API_TOKEN forgotten')).toBeVisible(WORK)
  await expect(form.getByText('Not set')).toBeVisible()
})

test('what the environment sets wins and says so, and a line break in what is pasted is told', async ({ page }) => {
  await open(page, '/admin/feeds/credentials')
  const form = network(page, 'CJ')
  await expect(form).toContainText('Set in the shop’s environment, which wins. Change it there.')
  await expect(form.getByLabel('CJ_COMPANY_ID', { exact: true })).toHaveCount(0)
  const token = form.getByLabel('CJ_ACCESS_TOKEN', { exact: true })
  await token.evaluate((field) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', 'one\ntwo')
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect(form.getByText('What was pasted for CJ_ACCESS_TOKEN has a line break inside')).toBeVisible()
  await form.getByRole('button', { name: 'Save CJ' }).click()
  await expect(toast(page, 'Type or paste what CJ gave you first')).toBeVisible()
  await token.fill('two words')
  await form.getByRole('button', { name: 'Save CJ' }).click()
  await expect(form.getByText('CJ_ACCESS_TOKEN holds a blank, a line break')).toBeVisible(WORK)
  await token.fill(ACCESS_TOKEN)
  await form.getByLabel('CJ_WEBSITE_ID', { exact: true }).fill(WEBSITE_ID)
  await form.getByRole('button', { name: 'Save CJ' }).click()
  await expect(toast(page, 'Credentials of CJ stored')).toBeVisible(WORK)
  await form.getByRole('button', { name: 'Test CJ' }).click()
  await expect(form.getByRole('status')).toHaveText(
    'CJ takes the token and has 40 products of joined programmes.',
    WORK,
  )

  await form.getByRole('button', { name: 'Forget CJ_WEBSITE_ID' }).click()
  await expect(form.getByText('Missing')).toBeVisible(WORK)
  await form.getByLabel('CJ_WEBSITE_ID', { exact: true }).fill('9')
  await form.getByRole('button', { name: 'Save CJ' }).click()
  await expect(form.getByText('Missing')).toHaveCount(0, WORK)
  await form.getByRole('button', { name: 'Test CJ' }).click()
  await expect(form.getByRole('status')).toContainText('Check CJ_WEBSITE_ID: it is the PID of a website', WORK)
  await form.getByLabel('CJ_WEBSITE_ID', { exact: true }).fill(WEBSITE_ID)
  await form.getByRole('button', { name: 'Save CJ' }).click()
  await expect(toast(page, 'Credentials of CJ stored').last()).toBeVisible(WORK)
})

test('feeds run by the button and by the clock while somebody looks on [B2.65] [B4.17] [B8.61]', async ({ page }) => {
  await expect.poll(() => missing('cj'), WORK).toBeNull()
  await open(page, '/admin/feeds')
  const feed = row(page, 'Awin')
  await feed.getByRole('button', { name: 'Update Awin' }).click()
  await expect(feed.getByRole('status')).toHaveText(/Running...|Success/, WORK)
  await expect(toast(page, 'Awin feed updated successfully')).toBeVisible(WORK)
  await expect(feed.getByRole('status')).toHaveText('Success', WORK)
  await expect(feed).toContainText('Updated in the last 24 hours')
  expect(await offers()).toBe(300)

  const database = await ownDatabase(shop.dataDir)
  await database.query(`update private.feed_clocks set last_slot = last_slot - interval '2 days' where kind = 'cj'`)
  await database.end()
  await expect(row(page, 'CJ Affiliate').getByRole('status')).toHaveText('Success', WORK)
  await row(page, 'CJ Affiliate').getByRole('link', { name: 'Last run of CJ Affiliate' }).click()
  await expect(page.getByRole('definition').first()).toHaveText('40')
  await expect(page.getByText(/, schedule$/)).toBeVisible()
})

test('a selection says what is taken, previews what it leaves out, and is deleted', async ({ page }) => {
  await open(page, '/admin/feeds/selections')
  await page.getByRole('link', { name: 'Add selection' }).click()
  const form = page.getByRole('dialog', { name: 'Add Selection' })
  await form.getByLabel('Programme').fill('7001')
  await expect(form.getByRole('status')).toHaveText('Merchant 7001', WORK)
  await form.getByLabel('Price from').fill('30')
  await form.getByLabel('Price up to').fill('20')
  await form.getByLabel('Currencies').fill('EURO')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toContainText('Codes of three letters that are currencies')
  await form.getByLabel('Currencies').fill('')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toContainText('Not less than the price it begins at')
  await form.getByLabel('Price from').fill('')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Selection saved: the next run goes by it')).toBeVisible(WORK)
  await expect(page.getByRole('cell', { name: 'up to 20' })).toBeVisible(WORK)
  await page.getByRole('button', { name: 'Preview Awin, programme 7001' }).click()
  await expect(page.getByRole('status').first()).toContainText('previewed', WORK)
  await expect(page.getByRole('region', { name: 'Left out' })).toContainText(/left out by price: [1-9]\d*/)
  expect(await offers(), 'a preview changes nothing').toBe(300)
  await page.goto(`${shop.url}/admin/feeds/selections`)
  const last = page.getByRole('region', { name: 'Left out by the last run' })
  await expect(last.getByRole('listitem', { name: 'Awin' })).toContainText(/of 300 rows: by price [1-9]\d*/, WORK)
  await page.getByRole('button', { name: 'Delete Awin, programme 7001' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Selection deleted: the next run goes by the others')).toBeVisible(WORK)
})

test('a run that lost most of its rows is held, and published when somebody says so', async ({ page }) => {
  await renew(100)
  await open(page, '/admin/feeds')
  const feed = row(page, 'Awin')
  await feed.getByRole('button', { name: 'Update Awin' }).click()
  await expect(feed.getByRole('status')).toHaveText('Error', WORK)
  await expect(toast(page, 'Failed to update Awin feed')).toBeVisible(WORK)
  expect(await offers()).toBe(300)
  await feed.getByRole('link', { name: 'Last run of Awin' }).click()
  const state = page.getByRole('status').first()
  await expect(state).toContainText('held')
  await expect(page.getByRole('region', { name: 'Difference' })).toContainText('Delisted: 200')
  await page.getByRole('button', { name: 'Publish anyway' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish anyway' }).click()
  await expect(state).toContainText('succeeded', WORK)
  expect(await offers()).toBe(100)
})

test('a run that waits for a silent network is cancelled, and does its work when it is asked again', async ({
  page,
}) => {
  await renew(110)
  awin.damage(({ url }) => (url.includes('/fid/') ? { kind: 'silent' } : null))
  await open(page, '/admin/feeds')
  await row(page, 'Awin').getByRole('button', { name: 'Update Awin' }).click()
  await expect.poll(() => awin.asked.at(-1)?.url ?? '', WORK).toContain('/fid/')
  await expect(row(page, 'Awin').getByRole('status')).toHaveText('Running...', WORK)
  await row(page, 'Awin').getByRole('link', { name: 'Last run of Awin' }).click()
  const state = page.getByRole('status').first()
  await expect(state).toContainText('running', WORK)
  const asked = Date.now()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(state).toContainText('cancelled', WORK)
  test.info().annotations.push({ type: 'seen as cancelled after', description: `${Date.now() - asked} ms` })
  awin.damage(() => null)
  const cancelled = page.url()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page).not.toHaveURL(cancelled)
  await expect(state).toContainText('succeeded', WORK)
  expect(await offers()).toBe(110)
})

test('a merchant’s own file is looked at, its columns chosen and tested, and it runs as a feed of its own', async ({
  page,
}) => {
  await open(page, '/admin/feeds/files')
  await page.getByRole('link', { name: 'Add file' }).click()
  await page.getByLabel('Merchant', { exact: true }).fill('Loam')
  const address = page.getByLabel('Address of the file')
  await address.fill('http://loam.example/products.csv')
  const look = page.getByRole('button', { name: 'Look at the file' })
  await look.click()
  await expect(page.getByRole('alert')).toContainText('An address that begins with https://', WORK)
  await address.fill('https://loam.example/products.csv?key=secret-key')
  await look.click()
  await expect(page.getByText('CSV, 5 columns; guessed, and changed by hand')).toBeVisible(WORK)
  await expect(page.getByText('Every product needs price: choose the column.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save file' })).toBeDisabled()
  const price = page.getByRole('row', { name: /^Price \(needed\)/ })
  await price.getByRole('combobox').selectOption('Note')
  await page.getByRole('button', { name: 'Test the columns' }).click()
  await expect(page.getByText('Of the first 3 rows 0 have a price and 3 a link that can be read.')).toBeVisible(WORK)
  await price.getByRole('combobox').selectOption('Asked')
  await expect(price).toContainText('12,50 | 12,50 | 12,50')
  await page.getByRole('button', { name: 'Test the columns' }).click()
  await expect(page.getByText('Of the first 3 rows 3 have a price and 3 a link that can be read.')).toBeVisible(WORK)
  await page.getByRole('button', { name: 'Save file' }).click()
  await expect(toast(page, 'File saved: it is a feed of the monitor')).toBeVisible(WORK)
  await expect(row(page, 'Loam')).toContainText('Every day at 04:00 UTC', WORK)
  await row(page, 'Loam').getByRole('button', { name: 'Update Loam' }).click()
  await expect(toast(page, 'Loam feed updated successfully')).toBeVisible(WORK)
  const { data } = await service.from('products').select('id').eq('merchant_name', 'Loam').is('source', null)
  expect(data).toHaveLength(3)

  await page.goto(`${shop.url}/admin/products?edit=${data?.[0]?.id}`)
  const form = page.getByRole('dialog', { name: 'Edit Product' })
  await form.getByText('Offers, past prices and runs').click()
  await expect(form.getByRole('region', { name: 'Offers' })).toContainText('Loam $12.50', WORK)
  await form.getByRole('link', { name: 'Last run of Loam' }).click()
  await expect(page.getByRole('region', { name: 'Loam', exact: true })).toContainText('succeeded', WORK)

  await page.goto(`${shop.url}/admin/feeds/files`)
  await page.getByRole('button', { name: 'Delete the file of Loam' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No merchant’s own file is read.')).toBeVisible(WORK)
})
