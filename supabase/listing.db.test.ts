import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ShopUnderTest, testShop } from '#tests/support/database.ts'

describe('lists and counts as a visitor calls them', () => {
  let db: ShopUnderTest
  let visitor: ShopUnderTest['visitor']
  beforeAll(async () => {
    db = await testShop()
    await db.pools.owner.query(
      `insert into public.products (product_name, category, merchant_name, source, brand, price, affiliate_link, delisted_at) values
         ('Rosewater Crème Lipstick', 'Makeup', 'Maison Calla', 'awin', 'Oré Lune', 20, 'https://a.example/', null),
         ('Velvet Lipstick', 'Makeup', 'Northlight', 'awin', 'Velloa', 18, 'https://a.example/', null),
         ('Washed Linen Throw', 'Home & Decor', 'The Linen Room', 'cj', 'Loam', 90, 'https://a.example/', null),
         ('Retired Lipstick', 'Retired', 'Gone', 'awin', 'Gone', 9, 'https://a.example/', now())`,
    )
    await db.pools.owner.query(
      `insert into public.products (product_name, category, merchant_name, price, affiliate_link)
       select 'Stoneware Bowl ' || n, 'Home & Decor', 'Kiln & Clay', n, 'https://a.example/' from generate_series(1, 1500) as n`,
    )
    visitor = db.visitor
  })
  afterAll(() => db.drop())

  async function names(sql: string, values: unknown[] = []): Promise<string[]> {
    const { rows } = await visitor.query<{ name: string }>(sql, values)
    return rows.map(({ name }) => name)
  }

  test('categories and merchants are those of listed products, sorted', async () => {
    expect(await names('select product_categories as name from public.product_categories()')).toEqual([
      'Home & Decor',
      'Makeup',
    ])
    expect(await names('select product_merchants as name from public.product_merchants()')).toEqual([
      'Kiln & Clay',
      'Maison Calla',
      'Northlight',
      'The Linen Room',
    ])
  })

  test.each([
    ['', 1001],
    [`category_param => 'Makeup'`, 2],
    [`category_param => 'Makeup', merchant_param => 'Northlight'`, 1],
    [`source_param => 'cj'`, 1],
    [`cap => 5`, 6],
    [`category_param => 'Retired'`, 0],
  ])('counts (%s) stop at their cap', async (options, counted) => {
    const { rows } = await visitor.query(`select public.count_products(${options}) as counted`)
    expect(rows).toEqual([{ counted }])
  })

  test('past prices are shown only for merchants that allow it', async () => {
    await db.pools.owner.query(
      `insert into public.merchants (name, slug, may_show_history) values ('Northlight', 'northlight', true), ('Maison Calla', 'maison-calla', false)`,
    )
    await db.pools.owner.query(`update public.products set price = price + 1 where category = 'Makeup'`)
    expect(
      await names(
        'select products.product_name as name from public.price_history join public.products on products.id = product_id',
      ),
    ).toEqual(['Velvet Lipstick'])
  })

  test('a download of a wallpaper is counted, and of a hidden one is not', async () => {
    const { rows } = await db.pools.owner.query<{ id: string }>(
      `insert into public.wallpapers (title, image_url, download_url, is_active) values ('A', '/x.jpg', '/x.jpg', true), ('B', '/x.jpg', '/x.jpg', false) returning id`,
    )
    for (const { id } of rows) await visitor.query('select public.increment_wallpaper_download($1)', [id])
    const counts = await db.pools.owner.query('select title, download_count::int from public.wallpapers order by title')
    expect(counts.rows).toEqual([
      { title: 'A', download_count: 1 },
      { title: 'B', download_count: 0 },
    ])
  })

  test('a download is counted once an hour for one network, however often it is called', async () => {
    const { rows } = await db.pools.owner.query<{ id: string }>(
      `insert into public.wallpapers (title, image_url, download_url, is_active) values ('C', '/x.jpg', '/x.jpg', true) returning id`,
    )
    const id = rows[0]?.id
    const countAfter = async (caller: pg.PoolClient | pg.Pool, forwarded: string) => {
      await caller.query(`select set_config('request.headers', $1, false)`, [
        JSON.stringify({ 'x-forwarded-for': forwarded }),
      ])
      await caller.query('select public.increment_wallpaper_download($1)', [id])
      const found = await db.pools.owner.query('select download_count::int from public.wallpapers where id = $1', [id])
      return found.rows[0].download_count
    }
    expect(await countAfter(visitor, '198.51.100.1')).toBe(1)
    expect(await countAfter(visitor, '198.51.100.1')).toBe(1)
    expect(await countAfter(visitor, '198.51.100.2, 198.51.100.1')).toBe(2)
    expect(await countAfter(visitor, '2001:db8:0:7::1')).toBe(3)
    expect(await countAfter(visitor, '2001:db8:0:7:ffff::2')).toBe(3)
    expect(await countAfter(visitor, '2001:db8:0:8::1')).toBe(4)
    // Whoever names no address is one network for all, so that nothing is won by leaving it out.
    expect(await countAfter(visitor, '')).toBe(5)
    expect(await countAfter(visitor, '')).toBe(5)
    await visitor.query('reset request.headers')
    const service = await db.pools.asRole('service_role').connect()
    await service.query('set role service_role')
    expect(await countAfter(service, '198.51.100.1')).toBe(6)
    expect(await countAfter(service, '198.51.100.1')).toBe(7)
    service.release(true)
  })
})
