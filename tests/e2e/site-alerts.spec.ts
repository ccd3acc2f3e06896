import { randomInt, randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { anonClient, open, serviceClient } from '../support/browser.ts'
import { openOutbox } from '../support/shop-mail.ts'

const newEmail = () => `${randomUUID().slice(0, 12)}@test.example`

/** The page that a mail's link leads to, as a path on the server under test. */
function pathIn(text: string | undefined, pattern: RegExp): string {
  const { pathname, search } = new URL(pattern.exec(text ?? '')?.[0] ?? '')
  return pathname + search
}
const CONFIRM = /https?:\S+\/alerts\/confirm\?token=[\w-]+/
const MANAGE = /https?:\S+\/alerts\?token=[\w-]+/

/** Products of the demo shop that can be bought, with and without the right to write of them. */
async function products() {
  const visitor = await anonClient()
  const { data } = await visitor
    .from('products')
    .select('id, product_name, price, may_alert')
    .eq('availability', 'in_stock')
    .not('price', 'is', null)
    .order('id')
    .limit(500)
    .overrideTypes<{ id: number; product_name: string; price: number; may_alert: boolean }[]>()
  const watchable = data?.find(({ may_alert }) => may_alert)
  const other = data?.find(({ may_alert }) => !may_alert)
  if (!watchable || !other) throw new Error('the demo shop has merchants that allow alerts and others that do not')
  return { watchable, other }
}

const alertsOf = async (email: string) => {
  const service = await serviceClient()
  const { data } = await service
    .from('price_alerts')
    .select('kind, status, target_price, price_watchers!inner(email)')
    .eq('price_watchers.email', email)
    .order('kind')
  return data?.map(({ kind, status, target_price }) => ({ kind, status, target_price }))
}

// Every visitor here comes through the proxy from an address of its own: nobody uses up another test's limits.
test.beforeEach(async ({ context }) => {
  await context.setExtraHTTPHeaders({ 'x-forwarded-for': `198.19.${randomInt(256)}.${randomInt(256)}` })
})

test('a price alert is asked for on the product’s page, confirmed by mail, and ended', async ({ page }) => {
  const [outbox, email, { watchable }] = [await openOutbox(), newEmail(), await products()]
  await open(page, `/p/${watchable.id}`)
  await page.getByRole('link', { name: 'Tell me when the price falls' }).click()
  await expect(page).toHaveURL(/\/p\/[\w-]+\/alert$/)
  await expect(page.getByRole('main').getByRole('radio')).toHaveCount(2)
  await expect(page.locator('[data-part~=price-now]')).toHaveText(/^Now at .+\$\d.+as of /)

  await page.getByRole('radio', { name: 'It costs my price or less' }).check()
  await page.getByRole('button', { name: 'Watch it for me' }).click()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await expect(page.getByText('Please name a price, such as 24.50')).toBeVisible()
  await page.getByRole('main').getByLabel('Email Address').fill(email)
  await page.getByRole('textbox', { name: 'My price' }).fill(String(watchable.price + 1))
  await page.getByRole('button', { name: 'Watch it for me' }).click()
  await expect(page.getByText('It costs that already. Please name a lower price.').first()).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'My price' }), 'nothing typed is lost').toHaveValue(
    String(watchable.price + 1),
  )
  await page.getByRole('textbox', { name: 'My price' }).fill('$1')
  await page.getByRole('button', { name: 'Watch it for me' }).click()
  await expect(page.getByRole('main').getByRole('status')).toContainText(`press the button in our mail to ${email}`)
  await expect(page.locator('[data-part~=mail-waits]'), 'no mail server is set').toBeVisible()
  expect(await alertsOf(email)).toEqual([{ kind: 'target', status: 'pending', target_price: 1 }])

  const [mail] = await outbox.mailsTo(email)
  const confirmPath = pathIn(mail?.body_text, CONFIRM)
  // A mail scanner opens links and presses nothing.
  await page.request.get(confirmPath)
  expect(await alertsOf(email)).toEqual([{ kind: 'target', status: 'pending', target_price: 1 }])
  await page.goto(confirmPath)
  await page.getByRole('button', { name: 'Yes, this is my address' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'We keep watch' })).toBeVisible()
  expect(await alertsOf(email)).toEqual([{ kind: 'target', status: 'active', target_price: 1 }])

  await page.goto(pathIn(mail?.body_text, MANAGE))
  await expect(page.getByRole('listitem').filter({ hasText: watchable.product_name })).toContainText('$1.00 or less')
  await page.getByRole('button', { name: 'End the alert of' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Nothing is watched' })).toBeVisible()
  expect(await alertsOf(email)).toEqual([])
})

test('the button of mail programs ends every alert with one POST to the mail’s address', async ({ request }) => {
  const [outbox, email, { watchable }] = [await openOutbox(), newEmail(), await products()]
  for (const kind of ['low', 'target']) {
    const asked = await request.post(`/p/${watchable.id}/alert`, { form: { email, kind, target: '1' } })
    expect(asked.status()).toBe(200)
  }
  expect(await alertsOf(email)).toHaveLength(2)
  const manage = pathIn((await outbox.mailsTo(email))[0]?.body_text, MANAGE)
  expect((await request.post(manage, { form: { unknown: 'field' } })).status()).toBe(200)
  expect(await alertsOf(email), 'a post that names nothing ends nothing').toHaveLength(2)
  const left = await request.post(manage, { form: { 'List-Unsubscribe': 'One-Click' } })
  expect(left.status()).toBe(200)
  expect(await alertsOf(email)).toEqual([])
})

test('products whose merchants allow no mails offer no alert, and links that are over say so', async ({ page }) => {
  const { other } = await products()
  await open(page, `/p/${other.id}`)
  await expect(page.getByRole('heading', { level: 1, name: other.product_name })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Tell me when' })).toHaveCount(0)
  expect((await page.goto(`/p/${other.id}/alert`))?.status()).toBe(404)
  expect((await page.goto(`/alerts?token=${'x'.repeat(43)}`))?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'This link is not ours any more' })).toBeVisible()
})
