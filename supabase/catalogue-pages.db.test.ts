import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ShopUnderTest, testShop } from '#tests/support/database.ts'

describe('pages of the catalogue', () => {
  let db: ShopUnderTest
  let visitor: ShopUnderTest['visitor']
  beforeAll(async () => {
    db = await testShop()
    visitor = db.visitor
  })
  afterAll(() => db.drop())

  const add = async (
    brand: string | null,
    product: Partial<Record<'merchant' | 'category' | 'name', string>> & { price?: number | null; currency?: string },
  ) => {
    const {
      merchant = 'Calla',
      category = 'Makeup',
      name = `Product ${Math.random()}`,
      price = 10,
      currency = 'USD',
    } = product
    const added = await db.pools.owner.query<{ id: string }>(
      `insert into public.products (product_name, brand, merchant_name, category, price, currency, affiliate_link)
       values ($1, $2, $3, $4, $5, $6, 'https://a.example/') returning id`,
      [name, brand, merchant, category, price, currency],
    )
    return added.rows[0]?.id
  }
  const page = async (kind: string, slug: string) => {
    const found = await visitor.query(
      'select names, items::int, lowest::float, highest::float, moved_to as "movedTo" from catalogue_page($1, $2)',
      [kind, slug],
    )
    return found.rows[0]
  }
  const directory = async (kind: string) =>
    (await visitor.query('select name, slug, items::int, pages::int from catalogue_directory($1)', [kind])).rows

  test('are found by a plain address, with exact facts, and spellings of one name share theirs', async () => {
    await add('Oré & Lune’s', { price: 12 })
    await add('Oré & Lune’s', { price: 48.5, merchant: 'Luma & Co.' })
    await add('ORE and Lunes', { price: 5 })
    await add('Oré & Lune’s', { price: 900, currency: 'EUR' })
    await add('Oré & Lune’s', { price: null })
    expect(await page('brand', 'ore-and-lunes')).toEqual({
      names: ['Oré & Lune’s', 'ORE and Lunes'],
      ...{ items: 5, lowest: 5, highest: 48.5, movedTo: null },
    })
    expect(await page('merchant', 'luma-and-co')).toMatchObject({ names: ['Luma & Co.'], items: 1, lowest: 48.5 })
    expect(await page('category', 'makeup')).toMatchObject({ names: ['Makeup'], items: 5 })
    expect(await directory('brand')).toEqual([{ name: 'Oré & Lune’s', slug: 'ore-and-lunes', items: 5, pages: 1 }])
  })

  test('of a name without plain letters have an address as well', async () => {
    await add('¡¡¡', {})
    const [entry] = (await directory('brand')).filter(({ name }) => name === '¡¡¡')
    expect(entry.slug).toMatch(/^n-[0-9a-f]{8}$/)
    expect(await page('brand', entry.slug)).toMatchObject({ names: ['¡¡¡'], items: 1 })
  })

  test('count an item of two merchants once in all, and at each of them', async () => {
    for (const merchant of ['Calla', 'Noor']) await add('Fjäll', { merchant, name: 'Wool throw', category: 'Home' })
    expect(await page('brand', 'fjall')).toMatchObject({ items: 1 })
    expect(await page('merchant', 'noor')).toMatchObject({ items: 1 })
  })

  test('of a merchant that was renamed lead to where it is now, until somebody else is called so', async () => {
    const { owner } = db.pools
    await add('Loam', { merchant: 'Old Kiln' })
    await owner.query(`insert into public.merchants (name, slug) values ('New Kiln', 'kiln')`)
    const former = `insert into private.merchant_names (old_name, merchant_id) select 'Old Kiln', id from public.merchants where name = 'New Kiln'`
    await owner.query(former)
    expect(await page('merchant', 'old-kiln')).toMatchObject({ items: 1, movedTo: null }) // being moved
    await owner.query(`update public.products set merchant_name = 'New Kiln' where merchant_name = 'Old Kiln'`)
    expect(await page('merchant', 'old-kiln')).toMatchObject({ items: 0, movedTo: 'new-kiln' })
    expect(await page('merchant', 'new-kiln')).toMatchObject({ items: 1, movedTo: null })
    await owner.query(`insert into public.merchants (name, slug) values ('Old Kiln', 'old-kiln')`) // somebody else
    expect(await page('merchant', 'old-kiln')).toMatchObject({ items: 0, movedTo: null })
  })

  test('stay when their last product goes, without standing in the directory; others never were', async () => {
    const id = await add('Velloa', {})
    await db.pools.owner.query('delete from public.products where id = $1', [id])
    expect(await page('brand', 'velloa')).toEqual({
      names: ['Velloa'],
      movedTo: null,
      items: 0,
      lowest: null,
      highest: null,
    })
    expect((await directory('brand')).map(({ name }) => name)).not.toContain('Velloa')
    expect(await page('brand', 'never')).toBeUndefined()
    expect(await page('nothing', 'velloa')).toBeUndefined()
  })

  test('are known to their products', async () => {
    const id = await add(null, { category: 'Home & Decor', merchant: 'The Linen Room' })
    const slugs = await visitor.query('select products.page_slugs from products where id = $1', [id])
    expect(slugs.rows[0]).toEqual({ page_slugs: ['home-and-decor', 'the-linen-room'] })
  })

  test('are known after an import, which counts anew', async () => {
    await db.pools.owner.query(`begin; set local shop.bulk_import = 'on';
      insert into public.products
        (product_name, brand, merchant_name, category, affiliate_link, better_steps, merchant_better_steps)
      values ('Bulk', 'Bulk Brand', 'Bulk Merchant', 'Bulk', 'https://a.example/', 0, 0);
      select private.recount_listing(); commit`)
    expect(await page('brand', 'bulk-brand')).toMatchObject({ items: 1 })
  })
})
