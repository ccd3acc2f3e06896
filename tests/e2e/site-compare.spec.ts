import { expect, type Page, test } from '@playwright/test'
import { open, phone } from '../support/browser.ts'
import { ownItem } from '../support/own-item.ts'

const made: Awaited<ReturnType<typeof ownItem>>[] = []
const item = async (...args: Parameters<typeof ownItem>) => {
  const own = await ownItem(...args)
  made.push(own)
  const [first] = own.offers
  if (!first) throw new Error('The item has no offer.')
  return { ...own, ...first }
}
test.afterEach(async () => {
  for (const own of made.splice(0)) await own.remove()
})

const serum = () =>
  item('Petal Serum', [{ price: 24, delivery_cost: 0, content_amount: 30, content_unit: 'ml' }, { price: 26 }])
const cream = () => item('Night Cream', [{ price: 20, content_amount: 20, content_unit: 'ml' }])

test('items stand side by side at one address, differences and the lowest are marked, and one can be taken away', async ({
  page,
}) => {
  const [one, two] = [await serum(), await cream()]
  await open(page, one.path)
  await page.getByRole('link', { name: 'Compare', exact: true }).click()
  await expect(page).toHaveURL(`/compare?items=${one.id}`)
  await page.goto(`/compare?items=${one.id},${two.id}`)
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
  const table = page.getByRole('table')
  await expect(table.locator('thead th')).toContainText([one.product_name, two.product_name])
  const row = (name: string) => table.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })
  await expect(row('Price Differs').getByRole('cell')).toHaveText(['$24.00', '$20.00Lowest'])
  await expect(row('Price by size').getByRole('cell')).toHaveText(['$23.66 per fl ozLowest', '$29.57 per fl oz'])
  await expect(row('Delivery').getByRole('cell')).toHaveText(['Free delivery', 'Not told'])
  await expect(row('Shops').getByRole('cell').first()).toContainText('$26.00')
  await expect(row('Category')).not.toHaveAttribute('data-differs')
  await expect(table.locator('a[data-outbound="compare"]').first()).toHaveAttribute(
    'rel',
    'sponsored nofollow noopener',
  )
  await page.getByRole('link', { name: `Remove ${one.product_name}` }).click()
  await expect(page).toHaveURL(`/compare?items=${two.id}`)
})

test('an address that names what is not there says so kindly, and compares the rest', async ({ page, request }) => {
  const [one, gone] = [await serum(), await cream()]
  await gone.service.from('products').update({ delisted_at: new Date().toISOString() }).eq('id', gone.id)
  const path = `/compare?items=${one.id},${gone.id},999999999999,no-such-thing`
  expect((await page.goto(path))?.status()).toBe(200)
  await expect(page.locator('[data-part~=compare-notes] li')).toHaveText([
    `${gone.product_name} is no longer sold.`,
    'There is no product with the number 999999999999.',
    '“no-such-thing” is the number of no product.',
  ])
  await expect(page.getByRole('table').locator('thead th')).toHaveCount(1)
  // What is not there leaves its place to the next, and is not among those that were left out.
  const four = await Promise.all([serum(), cream(), serum(), cream()])
  const asked = [999999999999, ...four.map(({ id }) => id), ...Array.from({ length: 495 }, (_, index) => 5000 + index)]
  await page.goto(`/compare?items=${asked.join()}`)
  await expect(page.getByRole('table').locator('thead th')).toHaveCount(4)
  await expect(page.locator('[data-part~=compare-notes] li')).toHaveText([
    'There is no product with the number 999999999999.',
    /^Four items fit beside each other: 495 more were left out\./,
  ])
  await page.goto('/compare')
  await expect(page.getByText('Nothing to compare yet')).toBeVisible()
  expect((await request.get(`/compare?items=${'<script>,'.repeat(50)}`)).status()).toBe(200)
})

test('a tick is kept though the page is left before the code that minds it is there', async ({ page }) => {
  const one = await serum()
  await page.route('**/assets/tick-item-*.js', () => {})
  await open(page, `/products?merchant=${encodeURIComponent(one.merchant_name)}`)
  await page.getByRole('checkbox', { name: `Compare ${one.product_name}` }).check()
  await page.goto('/deals')
  await expect(page.getByRole('button', { name: 'Compare the ticked items' })).toHaveAccessibleName(/\(1\)$/)
})

/** Every script but the first is held back until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    if (!route.request().url().includes('/boot-')) await promise
    await route.continue().catch(() => {}) // the page that asked is gone
  })
  return resolve
}

const storeComparison = (page: Page, ids: string) =>
  page.addInitScript((stored) => localStorage.setItem('compared-items', stored), ids)

test('a tick from before any script ran is kept though the page is left before one does', async ({ page }) => {
  const one = await serum()
  await holdScripts(page)
  await page.goto(`/products?merchant=${encodeURIComponent(one.merchant_name)}`)
  await page.getByRole('checkbox', { name: `Compare ${one.product_name}` }).check()
  const compare = page.getByRole('button', { name: 'Compare the ticked items (1)' })
  await expect(compare).toBeVisible()
  await page.goto('/deals')
  await expect(compare).toBeVisible()
})

test('a fifth tick from before any script ran is refused once', async ({ page }) => {
  const one = await serum()
  await storeComparison(page, '1,2,3,4')
  const goOn = await holdScripts(page)
  await page.goto(`/products?merchant=${encodeURIComponent(one.merchant_name)}`)
  const box = page.getByRole('checkbox', { name: `Compare ${one.product_name}` })
  await box.click()
  goOn()
  await expect(page.getByText('Four items fit beside each other. Take one out')).toBeVisible()
  await expect(box).not.toBeChecked()
})

test('Compare on a product counts at once, though the page is left before the comparison is there', async ({
  page,
}) => {
  const one = await serum()
  await page.route('**/compare.data*', () => {})
  await open(page, one.path)
  await page.getByRole('link', { name: 'Compare', exact: true }).click()
  await page.goto(`/products?merchant=${encodeURIComponent(one.merchant_name)}`)
  await expect(page.getByRole('checkbox', { name: `Compare ${one.product_name}` })).toBeChecked()
})

test('Compare and “Remove all” count from before any script ran, though each page is left at once', async ({
  page,
}) => {
  const [one, two] = [await serum(), await cream()]
  await holdScripts(page)
  await page.route(`**/compare?items=${one.id}&add=1`, () => {}) // never answered
  const list = ({ merchant_name }: typeof one) => `/products?merchant=${encodeURIComponent(merchant_name)}`
  const tick = ({ product_name }: typeof one) => page.getByRole('checkbox', { name: `Compare ${product_name}` })
  await page.goto(list(two))
  await tick(two).check()
  await page.goto(one.path)
  await page.getByRole('link', { name: 'Compare', exact: true }).click({ noWaitAfter: true })
  await page.goto(list(one))
  await expect(tick(one)).toBeChecked()
  await expect(page.getByRole('button', { name: 'Compare the ticked items (2)' })).toBeVisible()
  await page.goto(`/compare?items=${one.id},${two.id}`)
  await page.getByRole('link', { name: 'Remove all' }).click()
  await expect(page.getByText('Nothing to compare yet')).toBeVisible()
  await page.goto(list(one))
  expect(await page.evaluate(() => localStorage.getItem('compared-items'))).toBe('')
  await expect(tick(one)).not.toBeChecked()
})

test('what is taken out of a comparison is forgotten as soon as it is gone from sight', async ({ page }) => {
  const one = await serum()
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const shown = document.querySelector('main')?.textContent.includes('Nothing to compare yet')
      const { dataset } = document.documentElement
      if (shown) dataset.storedThen ??= `“${localStorage.getItem('compared-items')}”`
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
  await open(page, `/compare?items=${one.id}`)
  await page.getByRole('link', { name: 'Remove all' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-stored-then', '“”')
})

test('a comparison grows over pages of lists and over products, until it is full', async ({ page }) => {
  test.slow()
  const many = await Promise.all([serum(), cream(), serum(), cream(), serum()])
  const [one, two, three, four, five] = many
  if (!one || !two || !three || !four || !five) throw new Error('Five items were made.')
  const list = ({ merchant_name }: typeof one) => `/products?merchant=${encodeURIComponent(merchant_name)}`
  const tick = ({ product_name }: typeof one) => page.getByRole('checkbox', { name: `Compare ${product_name}` })
  const compare = page.getByRole('button', { name: 'Compare the ticked items' })
  await open(page, list(one))
  await tick(one).check()
  await page.goto(list(two))
  await expect(compare).toHaveAccessibleName('Compare the ticked items (1)')
  await tick(two).check()
  await page.goto(list(one))
  await expect(tick(one)).toBeChecked()
  await open(page, three.path)
  await page.getByRole('link', { name: 'Compare', exact: true }).click()
  await expect(page).toHaveURL(`/compare?items=${one.id},${two.id},${three.id}`)
  await open(page, list(four))
  await tick(four).check()
  await open(page, list(five))
  await tick(five).click()
  await expect(page.getByText('Four items fit beside each other. Take one out')).toBeVisible()
  await expect(tick(five)).not.toBeChecked()
  await compare.click()
  const asked = [one, two, three, four].map(({ id }) => id).join()
  await expect.poll(() => new URL(page.url()).searchParams.get('items')).toBe(asked)
  await open(page, five.path)
  await page.getByRole('link', { name: 'Compare', exact: true }).click()
  await expect(page.locator('[data-part~=compare-notes]')).toContainText('1 more was left out')
  await page.getByRole('link', { name: 'Remove all' }).click()
  await expect(page.getByText('Nothing to compare yet')).toBeVisible()
  await open(page, list(one))
  await expect(tick(one)).not.toBeChecked()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: phone })

  test('what is ticked on the cards of a list is compared, more is found and added, on a phone too', async ({
    page,
  }) => {
    const [one, two, three] = [await serum(), await serum(), await cream()]
    await page.goto(
      `/products?merchant=${encodeURIComponent(one.merchant_name)}&merchant=${encodeURIComponent(two.merchant_name)}`,
    )
    await page.getByRole('checkbox', { name: `Compare ${one.product_name}` }).check()
    await page.getByRole('checkbox', { name: `Compare ${two.product_name}` }).check()
    await page.getByRole('button', { name: 'Compare the ticked items' }).click()
    await expect(page).toHaveURL(/\/compare\?items=\d+,\d+$/)
    await expect(page.getByRole('table').locator('thead th')).toHaveCount(2)
    await expect(async () => {
      await page.getByRole('searchbox', { name: 'Search for an item to add' }).fill(three.product_name)
      await page.locator('main').getByRole('button', { name: 'Search' }).click()
      await page.getByRole('link', { name: `Add ${three.product_name}` }).click({ timeout: 1000 })
    }).toPass()
    await expect(page.getByRole('table').locator('thead th')).toHaveCount(3)
    // The table is scrolled, and the page is not.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
  })
})

test('Compare on a product, pressed before any script ran, adds it to what was begun', async ({ page }) => {
  const [one, two] = [await serum(), await cream()]
  await open(page, `/compare?items=${one.id}`)
  await page.goto(two.path)
  await page.getByRole('link', { name: 'Compare', exact: true }).click()
  await expect(page).toHaveURL(`/compare?items=${one.id},${two.id}`)
  await expect(page.getByRole('table').locator('thead th')).toHaveCount(2)
})

test('a tick that is the visitor’s first sign, before any script ran, is taken', async ({ page }) => {
  await page.goto('/products')
  await page.locator('input[name=items]').first().check()
  await expect(page.getByRole('button', { name: 'Compare the ticked items (1)' })).toBeVisible()
  await expect(page.locator('input[name=items]').first()).toBeChecked()
})

const lists = [
  '/makeup',
  '/deals',
  '/monthly-deals',
  '/gifts',
  '/fashion',
  '/home-decor',
  '/all-deals',
  '/search?q=candle',
]
for (const path of [
  ...lists,
  '/shop',
  '/offers',
  '/shop/balms',
  '/shop/new-jewelry',
  '/brands/velloa',
  '/categories/jewelry',
  '/new',
]) {
  test(`what is ticked on ${path} is compared, and seen there before any script runs`, async ({ page }) => {
    await page.goto(path)
    const boxes = page.getByRole('checkbox', { name: /^Compare / })
    const [first, last] = [boxes.first(), boxes.last()]
    const ids = [await first.inputValue(), await last.inputValue()]
    await first.check()
    await last.check()
    const compare = page.getByRole('button', { name: 'Compare the ticked items (2)' })
    await expect(compare).toBeInViewport()
    await page.route('**/assets/*', (route) =>
      /boot-|\.css/.test(route.request().url()) ? route.continue() : route.abort(),
    )
    await page.reload()
    await expect(compare).toBeInViewport()
    await expect(first).toBeChecked()
    await compare.click()
    await expect.poll(() => new URL(page.url()).searchParams.get('items')?.split(',').sort()).toEqual(ids.sort())
  })
}

test('the address of a comparison is what is shared', async ({ page, context }) => {
  const [one, two] = [await serum(), await cream()]
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'))
  await open(page, `/compare?items=${one.id},${two.id}&utm_source=letter`)
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  const copied = new URL(await page.evaluate(() => navigator.clipboard.readText()))
  expect(copied.pathname + copied.search).toBe(`/compare?items=${one.id},${two.id}`)
})

test('a list says once when its prices are known, its cards never, and a product says it at each price', async ({
  page,
}) => {
  await page.goto('/products')
  await expect(page.locator('[data-part~=product-card] [data-part~=product-as-of]')).toHaveCount(0)
  await expect(page.locator('[data-part~=as-of-line]')).toHaveText(
    /^Prices checked (between )?\w{3} \d+, \d\d:\d\d UTC/,
  )
  const own = await serum()
  await page.goto(own.path)
  await expect(page.locator('[data-part~=buy-box] [data-part~=product-as-of] time')).toHaveAttribute(
    'datetime',
    /^\d{4}-/,
  )
  await expect(page.locator('[data-part~=offers] [data-part~=product-as-of]')).toHaveCount(2)
})
