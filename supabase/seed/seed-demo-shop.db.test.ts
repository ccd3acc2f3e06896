import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { CATEGORIES } from '../functions/_shared/catalogue/category.ts'
import { DEMO_FEED } from './demo-feed.ts'
import { seedDemoShop } from './seed-demo-shop.ts'

describe('the demo shop', () => {
  let db: TestDatabase
  beforeAll(async () => {
    db = await testDatabase('shop')
    await seedDemoShop({ pool: db.pools.owner })
  })
  afterAll(() => db.drop())

  const count = async (sql: string) =>
    Number((await db.pools.owner.query(`select count(*) as n from ${sql}`)).rows[0].n)

  test('lists every row of the demo feed, with a price and a picture of our own', async () => {
    expect(await count('products')).toBe(DEMO_FEED.rows)
    expect(await count("products where price > 0 and currency = 'USD' and image_url like '/demo/products/%'")).toBe(
      DEMO_FEED.rows,
    )
  })

  test('has products in every category but the rest', async () => {
    const found = await db.pools.owner.query<{ category: string }>('select distinct category from products')
    const wanted = CATEGORIES.filter((category) => category !== 'Other')
    expect(found.rows.map((row) => row.category)).toEqual(expect.arrayContaining(wanted))
  })

  test('has articles of each kind, all with a body within what an article shows', async () => {
    const kinds = await db.pools.owner.query('select post_type from blog_posts group by post_type order by 1')
    expect(kinds.rows.map((row) => row.post_type)).toEqual(['beauty', 'featured', 'lifestyle'])
    expect(await count('blog_posts where length(content) not between 1500 and 10000')).toBe(0)
  })

  test('is not sown again over a shop whose products were removed', async () => {
    await db.pools.owner.query('delete from products')
    expect(await seedDemoShop({ pool: db.pools.owner })).toBe(false)
    expect(await count('products')).toBe(0)
  })

  test('is finished by the next start when the first was killed in the middle', async () => {
    await db.pools.owner.query(`update feed_runs set status = 'running', finished_at = null`)
    expect(await seedDemoShop({ pool: db.pools.owner })).toBe(true)
    expect(await count('products')).toBe(DEMO_FEED.rows)
    expect(await count('pages')).toBe(await count('(select distinct url from pages) once'))
  })
})
