import { expect, type Page, test } from '@playwright/test'
import { desktop, serviceClient } from '../support/browser.ts'
import { type Account, openAsStaff, staffAccount } from '../support/staff.ts'

// No worker runs beside this shop: what is asked for waits, and ends as the test says.
test.use({ viewport: desktop, trace: 'off' })
test.describe.configure({ mode: 'serial', timeout: 120_000 })

let admin: Account
test.beforeAll(async () => {
  admin = await staffAccount('admin')
})
test.afterEach(async () => {
  const service = await serviceClient()
  expect((await service.from('feed_runs').delete().not('kind', 'is', null).neq('kind', 'demo')).error).toBeNull()
  expect((await service.from('feed_schedules').delete().neq('kind', '')).error).toBeNull()
})

const toast = (page: Page, text: string) => page.getByLabel(/^Notifications/).getByText(text)
const row = (page: Page, title: string) =>
  page.getByRole('region', { name: 'Product Feed Monitor' }).getByRole('listitem', { name: title, exact: true })
const card = (page: Page, title: string) => page.getByRole('listitem', { name: `${title} updates` })

/** As the worker ends a run. */
async function endRun(kind: string, end: { status: string; message?: string }) {
  const service = await serviceClient()
  const changed = { ...end, finished_at: new Date().toISOString() }
  const { data, error } = await service
    .from('feed_runs')
    .update(changed)
    .eq('kind', kind)
    .eq('status', 'queued')
    .select()
  expect([error, data?.length]).toEqual([null, 1])
}

/** The next call is answered by this refusal. */
const refuse = (page: Page, call: string, message: string) =>
  page.route(
    `**/${call}`,
    (route) => route.fulfill({ status: 409, json: { error: message, code: 'PT409', message } }),
    { times: 1 },
  )

for (const [kind, title] of [
  ['awin', 'Awin'],
  ['cj', 'CJ Affiliate'],
] as const) {
  test(`the dashboard’s card of ${title} starts its import, and says what refuses it [B1.2] [B2.51] [B8.60]`, async ({
    page,
  }) => {
    await openAsStaff(page, { account: admin, path: '/admin/dashboard#feed-management' })
    await expect(page.getByRole('region', { name: 'Product Feed Management' })).toBeFocused()
    const button = card(page, title).getByRole('button', { name: `Update ${title} feed` })
    await refuse(page, `functions/v1/${kind}-product-feed`, 'The moon is full')
    await button.press('Enter')
    await expect(toast(page, 'Failed to update product feed')).toBeVisible()
    await expect(card(page, title).getByRole('alert')).toHaveText('The moon is full')
    await button.click()
    await expect(toast(page, 'Product feed update triggered successfully')).toBeVisible()
    await expect(card(page, title).getByRole('status')).toHaveText('Running...')
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await endRun(kind, { status: 'succeeded' })
    await expect(card(page, title).getByRole('status')).toHaveText('Success')
    await expect(card(page, title)).toContainText('Updated in the last 24 hours')
  })
}

test('a feed of the monitor is ready, runs, and ends well or with its sentence [B2.65] [B4.17] [B8.61] [B8.63]', async ({
  page,
}) => {
  await openAsStaff(page, { account: admin, path: '/admin/feeds' })
  for (const title of ['Amazon', 'Awin', 'CJ Affiliate', 'Sovrn Commerce', 'Shopify'])
    await expect(row(page, title).getByRole('status')).toHaveText('Ready')
  const sovrn = row(page, 'Sovrn Commerce')
  const update = sovrn.getByRole('button', { name: 'Update Sovrn Commerce' })
  await refuse(page, 'functions/v1/sovrn-product-feed', 'The moon is full')
  await update.click()
  await expect(toast(page, 'Failed to trigger Sovrn Commerce update: The moon is full')).toBeVisible()
  await update.press('Enter')
  await expect(sovrn.getByRole('status')).toHaveText('Running...')
  await endRun('sovrn', { status: 'failed', message: 'Sovrn refused the key. Make a new one.' })
  await expect(sovrn.getByRole('status')).toHaveText('Error')
  await expect(sovrn).toContainText('Sovrn refused the key. Make a new one.')
  await expect(toast(page, 'Failed to update Sovrn Commerce feed')).toBeVisible()
  await update.click()
  await expect(sovrn.getByRole('status')).toHaveText('Running...')
  await endRun('sovrn', { status: 'succeeded' })
  await expect(sovrn.getByRole('status')).toHaveText('Success')
  await expect(toast(page, 'Sovrn Commerce feed updated successfully')).toBeVisible()
})

test('what an import would change is asked for, and its page shows the preview', async ({ page }) => {
  await openAsStaff(page, { account: admin, path: '/admin/feeds' })
  const preview = row(page, 'CJ Affiliate').getByRole('button', { name: 'Preview changes of CJ Affiliate' })
  await refuse(page, 'functions/v1/cj-product-feed', 'The moon is full')
  await preview.click()
  await expect(toast(page, 'Failed to preview CJ Affiliate: The moon is full')).toBeVisible()
  await preview.press('Enter')
  await expect(page).toHaveURL(/\/admin\/feeds\/runs\/\d+$/)
  await expect(page.getByText('A preview: nothing is published')).toBeVisible()
  const service = await serviceClient()
  const { data } = await service.from('feed_runs').select('dry_run, status').eq('kind', 'cj')
  expect(data).toEqual([{ dry_run: true, status: 'queued' }])
})

test('a feed that lacks something says what, and its light shows how old its products are', async ({ page }) => {
  const service = await serviceClient()
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
  const run = (kind: string, hours: number) => ({
    ...{ kind, network_id: kind, source_name: kind, status: 'succeeded' },
    ...{ started_at: hoursAgo(hours), finished_at: hoursAgo(hours) },
  })
  const runs = [run('amazon', 2), run('awin', 30), run('cj', 50)]
  expect((await service.from('feed_runs').insert(runs)).error).toBeNull()
  await page.route('**/rest/v1/rpc/list_feed_schedules', async (route) => {
    const response = await route.fetch()
    const rows: { kind: string }[] = await response.json()
    const missing = 'Sovrn needs SOVRN_SITE_KEY: commerce.sovrn.com, Settings, Sites.'
    await route.fulfill({ response, json: rows.map((it) => (it.kind === 'sovrn' ? { ...it, missing } : it)) })
  })
  await openAsStaff(page, { account: admin, path: '/admin/feeds' })
  await expect(row(page, 'Amazon')).toContainText('Updated in the last 24 hours')
  await expect(row(page, 'Awin')).toContainText('Updated over 24 hours ago')
  await expect(row(page, 'CJ Affiliate')).toContainText('Updated over 48 hours ago')
  await expect(row(page, 'Sovrn Commerce')).toContainText('Sovrn needs SOVRN_SITE_KEY: commerce.sovrn.com')
  await expect(row(page, 'Sovrn Commerce')).not.toContainText('Never updated')
})

test('a feed’s times are seen, changed, paused and put back', async ({ page }) => {
  await openAsStaff(page, { account: admin, path: '/admin/feeds' })
  for (const [title, time] of [
    ['Amazon', '06:00'],
    ['Awin', '07:00'],
    ['CJ Affiliate', '08:00'],
  ] as const) {
    await expect(row(page, title)).toContainText(`Every day at ${time} UTC`)
    await expect(row(page, title)).toContainText(new RegExp(`Next: (\\w+ \\d+, ${time} UTC(, )?){3}`))
  }
  const awin = row(page, 'Awin')
  await awin.getByRole('link', { name: 'Times of Awin' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Times' })
  await form.getByLabel('Starts').selectOption('hours')
  await form.getByLabel('Hours between').fill('0.1')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toContainText('A number of hours from 0.25 to 168')
  await form.getByLabel('Hours between').fill('6')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(awin).toContainText('Every 6 hours')
  await awin.getByRole('link', { name: 'Times of Awin' }).click()
  await form.getByLabel('Starts').selectOption('daily')
  await form.getByLabel('Time of day').fill('25:00')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toContainText('A time of day, such as 07:00')
  await form.getByLabel('Time of day').fill('04:30')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(awin).toContainText('Every day at 04:30 UTC')
  await awin.getByRole('button', { name: 'Pause: Awin' }).click()
  await expect(awin).toContainText('Every day at 04:30 UTC, paused.')
  await awin.getByRole('button', { name: 'Let go on: Awin' }).click()
  await expect(awin).toContainText('Next: ')
  await awin.getByRole('button', { name: 'Usual times: Awin' }).click()
  await expect(awin).toContainText('Every day at 07:00 UTC')
})

test('all feeds are one job of the server, which the next visit finds again [B4.18] [B8.62]', async ({ page }) => {
  const status = page.getByRole('status').filter({ hasText: /of 4/ })
  const ends = (isWell: boolean) =>
    page.route('**/rest/v1/job_runs?*all-feeds*', async (route) => {
      const response = await route.fetch()
      const [job] = await response.json()
      const runs = ['succeeded', isWell ? 'succeeded' : 'failed'].map((it) => ({ status: it }))
      await route.fulfill({ response, json: [{ ...job, status: 'succeeded', result: { runs } }] })
    })
  await openAsStaff(page, { account: admin, path: '/admin/feeds' })
  const button = page.getByRole('button', { name: 'Update all feeds' })
  await refuse(page, 'rest/v1/rpc/start_job', 'The moon is full')
  await button.click()
  await expect(toast(page, 'Failed to trigger all feeds update: The moon is full')).toBeVisible()
  for (const [isWell, words] of [
    [true, 'All affiliate feeds triggered successfully!'],
    [false, 'Some feeds may have failed'],
  ] as const) {
    await button.click()
    await expect(status).toHaveText('Waiting... 0 of 4')
    await page.reload()
    await expect(status).toHaveText('Waiting... 0 of 4')
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await ends(isWell)
    await page.getByRole('button', { name: 'Cancel all feeds' }).click()
    await expect(toast(page, words)).toBeVisible()
    await page.unroute('**/rest/v1/job_runs?*all-feeds*')
    await page.reload()
  }
})

test('an editor starts imports and leaves their times alone', async ({ page }) => {
  await page.route('**/rest/v1/rpc/my_staff_role', (route) =>
    route.fulfill({ json: [{ role: 'editor', given: 'editor', reason: null, minimum: 'editor' }] }),
  )
  await openAsStaff(page, { account: admin, path: '/admin/feeds' })
  await expect(row(page, 'Awin').getByRole('button', { name: 'Update Awin' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Pause/ })).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^Times/ })).toHaveCount(0)
})
