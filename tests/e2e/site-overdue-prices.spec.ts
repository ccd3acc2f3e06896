import { expect, test } from '@playwright/test'
import { anonClient } from '../support/browser.ts'
import { ownItem } from '../support/own-item.ts'

/** As a page writes them, and as its data does. */
const prices = /7,?73[12]\.77/
/** Twelve pages are rendered anew each time, beside what other tests ask for. */
const patient = { timeout: 60_000 }

test('no kind of page shows a price past its merchant’s limit, though each showed it before', async ({ request }) => {
  test.setTimeout(240_000)
  const item = await ownItem('Overdue Jar', [{ price: 7731.77 }, { price: 7732.77 }])
  const { service, word, offers } = item
  const [first, second] = offers
  if (!first || !second) throw new Error('An item of two shops was made.')
  const merchants = [first, second].map(({ merchant_name }) => merchant_name)
  const merchant = encodeURIComponent(first.merchant_name)
  const paths = [
    first.path,
    second.path,
    `${first.path}/alert`,
    `/compare?items=${first.id}`,
    `/search?q=${word}`,
    `/products?merchant=${merchant}`,
    `/new?merchant=${merchant}`,
    `/all-deals?merchant=${merchant}`,
    `/skincare?merchant=${merchant}`,
    `/shop/beauty?merchant=${merchant}`,
    `/brands/brand-${word}`,
    `/stores/shop-a-${word}`,
  ]
  const read = async (path: string) => {
    const reply = await request.get(path)
    return { path, status: reply.status(), html: await reply.text() }
  }
  const without = async (wanted: (html: string) => boolean) =>
    (await Promise.all(paths.map(read)))
      .filter(({ status, html }) => status !== 200 || !wanted(html))
      .map(({ path }) => path)
  try {
    await service.from('merchants').update({ may_alert: true, may_email: true }).in('name', merchants).throwOnError()
    await expect.poll(() => without((html) => prices.test(html)), patient).toEqual([])
    await service.from('merchants').update({ max_age: '1 second' }).in('name', merchants).throwOnError()
    await expect.poll(() => without((html) => !prices.test(html)), patient).toEqual([])
    const anyone = await anonClient()
    await expect
      .poll(async () => (await anyone.from('products').select('price').in('merchant_name', merchants)).data)
      .toEqual([{ price: null }, { price: null }])
  } finally {
    await item.remove()
  }
})
