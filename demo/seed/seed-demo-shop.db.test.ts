import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { CATEGORIES } from '../../supabase/functions/_shared/catalogue/category.ts'
import { ARTICLES } from '../content/articles.ts'
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
    expect(await count('products')).toBe(DEMO_FEED.offers)
    expect(await count("products where price > 0 and currency = 'USD' and image_url like '/demo/products/%'")).toBe(
      DEMO_FEED.offers,
    )
    expect(await count('(select distinct image_url from products) once')).toBe(DEMO_FEED.rows)
  })

  test('shows every article', async () => {
    expect(await count('blog_posts where is_active')).toBeGreaterThanOrEqual(ARTICLES.length)
    expect(await count('blog_posts where not is_active')).toBe(0)
  })

  test('has items that several shops sell at prices of their own', async () => {
    const sold = '(select gtin from products group by gtin having count(distinct merchant_name)'
    expect(await count(`${sold} > 1) several`)).toBeGreaterThan(100)
    expect(await count(`${sold} > 2) many`)).toBeGreaterThan(20)
    expect(await count(`${sold} > 1 and min(price) < max(price)) compared`)).toBeGreaterThan(90)
  })

  test('has prices that rose and fell over three months, in order and without a gap', async () => {
    expect(await count("price_history where observed_from < now() - interval '70 days'")).toBeGreaterThan(200)
    expect(await count('price_history where observed_until <= observed_from or observed_until > now()')).toBe(0)
    const before = await count(
      'price_history join products on id = product_id where price_history.price < products.price',
    )
    expect(before).toBeGreaterThan(40)
    const last = '(select product_id, max(observed_until) as ended from price_history group by product_id) past'
    expect(await count(`${last} join products on id = product_id where price_changed_at <> ended`)).toBe(0)
    expect(await count('products where price_changed_at < created_at or created_at > now()')).toBe(0)
  })

  test('has drops that its history proves, told by the shops that allow it', async () => {
    expect(await count("price_drops where dropped_at between now() - interval '26 days' and now()")).toBeGreaterThan(80)
    expect(await count('price_drops join products on id = product_id where dropped_at <> price_changed_at')).toBe(0)
    const lowBefore = 'lateral private.low_before(product_id, currency, dropped_at)'
    expect(await count(`price_drops, ${lowBefore} where was_price is distinct from low_price`)).toBe(0)
    expect(await count("products where created_at > now() - interval '14 days'")).toBeGreaterThan(60)
    const allowed = await db.pools.owner.query('select distinct may_show_history as may from merchants order by 1')
    expect(allowed.rows).toEqual([{ may: false }, { may: true }])
  })

  test('has products in every category but the rest', async () => {
    const found = await db.pools.owner.query<{ category: string }>('select distinct category from products')
    const wanted = CATEGORIES.filter((category) => category !== 'Other')
    expect(found.rows.map((row) => row.category)).toEqual(expect.arrayContaining(wanted))
  })

  test('has articles of each kind, all with a body within what an article shows [S3.5]', async () => {
    const kinds = await db.pools.owner.query('select post_type from blog_posts group by post_type order by 1')
    expect(kinds.rows.map((row) => row.post_type)).toEqual(['beauty', 'featured', 'lifestyle'])
    expect(await count('blog_posts where length(content) not between 1500 and 10000')).toBe(0)
  })

  test('is not sown again over a shop whose products were removed', async () => {
    await db.pools.owner.query('delete from products')
    expect(await seedDemoShop({ pool: db.pools.owner })).toBe(false)
    expect(await count('products')).toBe(0)
  })

  test('takes up the edition at which it was killed', async () => {
    await db.pools.owner.query('delete from products')
    await db.pools.owner.query(`update feed_runs set status = 'failed' where source_name <> 'demo feed, first edition'`)
    expect(await seedDemoShop({ pool: db.pools.owner })).toBe(true)
    expect(await count('products')).toBe(DEMO_FEED.offers)
    expect(await seedDemoShop({ pool: db.pools.owner })).toBe(false)
  })

  test('is finished by the next start when the first was killed in the middle', async () => {
    await db.pools.owner.query('delete from products')
    await db.pools.owner.query(`update feed_runs set status = 'running', finished_at = null`)
    expect(await seedDemoShop({ pool: db.pools.owner })).toBe(true)
    expect(await count('products')).toBe(DEMO_FEED.offers)
    expect(await count('pages')).toBe(await count('(select distinct url from pages) once'))
  })
})
