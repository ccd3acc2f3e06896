import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ShopUnderTest, testShop } from '#tests/support/database.ts'
import { keepPriceLimits } from '../server/boot/price-limits.ts'
import { feedText, importFeed, rowsNamed } from './functions/_shared/import/testing/feed-fixture.ts'

let db: ShopUnderTest
let visitor: ShopUnderTest['visitor']
beforeAll(async () => {
  db = await testShop()
  visitor = db.visitor
})
afterAll(() => db.drop())
beforeEach(async () => {
  await db.pools.owner.query(
    'truncate public.products, public.amazon_products, public.merchants, public.feeds, public.feed_runs cascade',
  )
  await db.pools.owner.query(
    `insert into public.merchants (name, slug, max_age, may_show_history) values
       ('Strict', 'strict', '1 hour', true), ('Open', 'open', null, true)`,
  )
})

const sql = async (text: string, values: unknown[] = []) => (await db.pools.owner.query(text, values)).rows
const asVisitor = async (text: string, values: unknown[] = []) => (await visitor.query(text, values)).rows
const keep = () => keepPriceLimits(db.pools.owner)

/** A product whose price was read so many minutes ago; returns its id. */
async function product(columns: Record<string, unknown>, minutesAgo: number): Promise<string> {
  const row = {
    product_name: 'Amber Vase',
    merchant_name: 'Strict',
    affiliate_link: 'https://shop.example/x',
    ...columns,
  }
  const names = Object.keys(row)
  const [made] = await sql(
    `insert into public.products (${names.join(', ')}, observed_at)
     values (${names.map((_, at) => `$${at + 2}`).join(', ')}, now() - make_interval(mins => $1)) returning id`,
    [minutesAgo, ...Object.values(row)],
  )
  return made.id
}

describe('a price that is older than its merchant allows', () => {
  test('is null in its own column, in filters, orders and counts, and comes first in no list', async () => {
    const old = await product({ price: 7913.37, list_price: 8913.37, category: 'Home' }, 61)
    const young = await product({ product_name: 'Blue Vase', price: 12, category: 'Home' }, 30)
    await keep()
    expect(await asVisitor('select * from public.products where id = $1', [old])).toMatchObject([
      { product_name: 'Amber Vase', price: null, list_price: null },
    ])
    expect(await asVisitor('select id from public.products where price > 1')).toEqual([{ id: young }])
    expect(await asVisitor('select max(price) as most from public.products')).toEqual([{ most: '12' }])
    expect(await asVisitor('select id from public.products order by price desc nulls last limit 1')).toEqual([
      { id: young },
    ])
    expect(await asVisitor(`select id from public.list_products(sort => 'price-desc')`)).toEqual([{ id: young }])
    expect(await asVisitor(`select value, products from public.listing_facets() where facet = 'price'`)).toEqual([
      { value: '1', products: '1' },
    ])
    expect(
      await asVisitor(`select id, price from public.search_shop('vase', sort_param => 'price-desc')`),
    ).toMatchObject([{ id: young }, { id: old, price: null }])
    expect(
      await asVisitor(`select id from public.search_shop('vase', price_from => 100) where id is not null`),
    ).toEqual([])
  })

  test('is told by no table and no function that visitors may read', async () => {
    const old = await product({ price: 7913.37, list_price: 8913.37, category: 'Home', brand: 'Vell' }, 61)
    await sql(`insert into public.amazon_products (product_title, product_url, price, price_observed_at)
      values ('Amber Vase Find', 'https://amazon.example/', 7913.37, now() - interval '25 hours')`)
    await keep()
    const tables = await sql(
      `select format('select t::text from public.%I as t', relname) as statement from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') and has_table_privilege('anon', oid, 'select')`,
    )
    const functions = [
      'list_products()',
      `list_products(sort => 'price-asc')`,
      `search_products('vase')`,
      `search_shop('vase')`,
      `suggest('vase')`,
      `price_drops()`,
      `related_products(${old})`,
      `product_offers(${old})`,
      `product_variants(${old})`,
      'listing_facets()',
    ].map((call) => ({ statement: `select t::text from public.${call} as t` }))
    expect(tables.length).toBeGreaterThan(10)
    for (const { statement } of [...tables, ...functions]) {
      expect(JSON.stringify(await asVisitor(statement)), statement).not.toContain('913.37')
    }
    await expect(asVisitor('select public.known_price(p) from public.products p')).rejects.toThrow('permission denied')
    await expect(asVisitor('select * from private.hidden_prices')).rejects.toThrow('permission denied')
  })

  test('takes its price drop with it, and both come back with the price', async () => {
    const id = await product({ price: 20, merchant_name: 'Open' }, 100)
    await sql(`update public.products set price_changed_at = now() - interval '2 days'`)
    await sql('update public.products set price = 15 where id = $1', [id])
    expect(await asVisitor('select id from public.price_drops()')).toEqual([{ id }])
    await sql(`update public.products set observed_at = now() - interval '3 hours'`)
    await sql(`update public.merchants set max_age = '2 hours' where name = 'Open'`)
    await keep()
    expect(await asVisitor('select id from public.price_drops()')).toEqual([])
    expect(await asVisitor('select product_id from public.price_drops')).toEqual([])
    await sql(`update public.merchants set max_age = '4 hours' where name = 'Open'`)
    await keep()
    expect(await asVisitor('select id, price from public.price_drops()')).toEqual([
      expect.objectContaining({ id, price: '15' }),
    ])
    expect(await sql('select * from private.hidden_prices')).toEqual([])
  })

  test('is known to editors, who may read the product and its price', async () => {
    await product({ price: 7913.37 }, 61)
    await keep()
    const [{ id: editor }] = await sql(
      `insert into auth.users (id, email) values (gen_random_uuid(), 'e@a.example') returning id`,
    )
    await sql(`insert into public.user_roles (user_id, role) values ($1, 'editor')`, [editor])
    const client = await db.pools.owner.connect()
    const known = async (sub: string) => {
      await client.query('begin')
      await client.query(
        `select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)`,
        [JSON.stringify({ sub, role: 'authenticated', aal: 'aal1' })],
      )
      const { rows } = await client.query('select price, public.known_price(p) as known from public.products p')
      await client.query('rollback')
      return rows
    }
    expect(await known(editor)).toEqual([{ price: null, known: '7913.37' }])
    expect(await known('00000000-0000-4000-8000-000000000000')).toEqual([{ price: null, known: null }])
    client.release()
  })

  test('is no change of the price: history, time and edits of other columns know nothing of it', async () => {
    const id = await product({ price: 20 }, 61)
    const [before] = await sql('select price_changed_at, updated_at from public.products')
    await keep()
    expect(await sql('select price_changed_at, updated_at from public.products')).toEqual([before])
    await sql(`update public.products set product_name = 'Clay Vase' where id = $1`, [id])
    expect(await sql('select * from public.price_history')).toEqual([])
    await sql('update public.products set price = 18 where id = $1', [id])
    expect(await sql('select price from public.price_history')).toEqual([{ price: '20' }])
    await keep()
    expect(await sql('select price from public.products')).toEqual([{ price: '18' }])
    expect(await sql('select * from private.hidden_prices')).toEqual([])
  })

  test('that an editor confirms is shown again, with no new price in its history', async () => {
    const id = await product({ price: 20 }, 61)
    await keep()
    await sql('update public.products set price = 20 where id = $1', [id])
    await keep()
    expect(await sql('select price from public.products')).toEqual([{ price: '20' }])
    expect(await sql('select * from public.price_history')).toEqual([])
  })
})

describe('the limit of a price', () => {
  test.each([
    ['of the merchant comes before the network’s', { merchant_name: 'Strict', source: 'awin' }, 61, true],
    ['of the network counts where the merchant has none', { merchant_name: 'Open', source: 'awin' }, 73 * 60, true],
    ['of the network is not reached', { merchant_name: 'Open', source: 'awin' }, 71 * 60, false],
    ['of Amazon is a day', { merchant_name: 'Open', source: 'amazon' }, 25 * 60, true],
    ['is none where nobody sets one', { merchant_name: 'Open' }, 900 * 60, false],
    ['that ends within the next minute is reached', { merchant_name: 'Strict' }, 59.5, true],
  ])('%s', async (_, columns, minutesAgo, hidden) => {
    await product({ ...columns, price: 5 }, Math.floor(minutesAgo))
    await sql('update public.products set observed_at = observed_at - make_interval(secs => $1)', [
      (minutesAgo % 1) * 60,
    ])
    await keep()
    expect(await sql('select price is null as hidden from public.products')).toEqual([{ hidden }])
  })

  test('counts from the last complete run of the feed', async () => {
    await importFeed(db.pools.owner, feedText(rowsNamed(3)))
    await sql(`update public.products set observed_at = now() - interval '9 days'`)
    await keep()
    expect(await sql('select count(price)::int as shown from public.products')).toEqual([{ shown: 3 }])
    await sql(`update public.feeds set checked_at = now() - interval '9 days'`)
    await keep()
    expect(await sql('select count(price)::int as shown from public.products')).toEqual([{ shown: 0 }])
  })

  test('of many prices is kept in slices', async () => {
    await importFeed(db.pools.owner, feedText(rowsNamed(2500)))
    await sql(`update public.products set observed_at = now() - interval '9 days'`)
    await sql(`update public.feeds set checked_at = now() - interval '9 days'`)
    expect(await keep()).toBe(2500)
    expect(await sql('select count(price)::int as shown from public.products')).toEqual([{ shown: 0 }])
    expect(await keep()).toBe(0)
    const counts = () => sql('select * from private.listing_counts where products > 0 order by 1, 2, 3, 4')
    const kept = await counts()
    await sql('select private.recount_listing()')
    expect(kept).toEqual(await counts())
  })
})

describe('an import of a feed whose prices were hidden', () => {
  beforeEach(async () => {
    await importFeed(db.pools.owner, feedText(rowsNamed(3)))
    await sql(
      `update public.products set observed_at = now() - interval '9 days', price_changed_at = now() - interval '9 days'`,
    )
    await sql(`update public.feeds set checked_at = now() - interval '9 days'`)
    await keep()
  })

  test('shows them again without calling them changed', async () => {
    const { counts } = await importFeed(db.pools.owner, feedText(rowsNamed(3)))
    expect(counts).toMatchObject({ new: 0, changed: 0, unchanged: 3 })
    expect(await sql('select distinct price from public.products')).toEqual([{ price: '10.00' }])
    expect(await sql('select * from public.price_history')).toEqual([])
    expect(await sql('select * from private.hidden_prices')).toEqual([])
    expect(await asVisitor(`select products from public.listing_facets() where facet = 'price'`)).toEqual([
      { products: '3' },
    ])
  })

  test('knows a price that fell meanwhile', async () => {
    await sql('update public.merchants set may_show_history = true')
    const { counts } = await importFeed(
      db.pools.owner,
      feedText([{ id: 'P1', price: '8.00' }, { id: 'P2' }, { id: 'P3' }]),
    )
    expect(counts).toMatchObject({ changed: 1, unchanged: 2 })
    expect(await sql('select price from public.price_history')).toEqual([{ price: '10.00' }])
    expect(await asVisitor('select price from public.price_drops()')).toEqual([{ price: '8.00' }])
  })
})
