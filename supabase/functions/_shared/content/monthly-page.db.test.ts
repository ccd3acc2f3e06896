import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { MONTHLY_DEALS, writeMonthlyDeals } from './monthly-page.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase('shop')
})
afterAll(() => db.drop())

const page = async () => {
  const { rows } = await db.pools.owner.query<{ name: string; content: string; is_published: boolean }>(
    'select name, content, is_published from public.pages where url = $1',
    [MONTHLY_DEALS.url],
  )
  return rows[0]
}

const add = (count: number, columns: { category: string; availability?: string; price?: number | null }) =>
  db.pools.owner.query(
    `insert into public.products (product_name, category, merchant_name, price, availability, affiliate_link)
     select $1 || ' ' || n, $1, 'Luma', $2, $3, 'https://a.example/' from generate_series(1, $4) as n`,
    [columns.category, columns.price === undefined ? 20 : columns.price, columns.availability ?? 'in_stock', count],
  )

test('the page of the month waits for ten products that can be bought, then lists ten, and is never written over [S9.22]', async () => {
  await add(5, { category: 'Fashion', availability: 'out_of_stock' })
  await add(5, { category: 'Hair', price: null })
  await add(9, { category: 'Skincare' })
  expect(await writeMonthlyDeals(db.pools.owner)).toBe(false)
  expect(await page()).toBeUndefined()

  await add(3, { category: 'Gifts' })
  expect(await writeMonthlyDeals(db.pools.owner)).toBe(true)
  const written = await page()
  expect(written).toMatchObject({ name: 'Top 10 Deals of March 2025', is_published: true })
  expect(written?.content.match(/href="\/p\//g)).toHaveLength(10)
  expect(written?.content).not.toMatch(/Fashion \d|Hair \d/)
  // Every category has its turn before one has a second.
  expect(written?.content).toContain('Gifts 3')

  await db.pools.owner.query(`update public.pages set content = '<p>Ours.</p>'`)
  expect(await writeMonthlyDeals(db.pools.owner)).toBe(false)
  expect((await page())?.content).toBe('<p>Ours.</p>')
})
