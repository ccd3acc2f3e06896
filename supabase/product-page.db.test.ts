import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ShopUnderTest, testShop } from '#tests/support/database.ts'

describe('what a product’s page asks', () => {
  let db: ShopUnderTest
  let visitor: ShopUnderTest['visitor']
  beforeAll(async () => {
    db = await testShop()
    visitor = db.visitor
  })
  afterAll(() => db.drop())
  beforeEach(async () => {
    await db.pools.owner.query('truncate public.products cascade')
    await db.pools.owner.query('truncate private.product_documents, private.product_texts, private.deleted_products')
  })

  async function product(columns: Record<string, unknown>): Promise<string> {
    const row: Record<string, unknown> = {
      product_name: 'Rose Serum',
      merchant_name: 'Maison Calla',
      category: 'Skincare',
      brand: 'Velloa',
      price: 20,
      affiliate_link: 'https://shop.example/x',
      ...columns,
    }
    const names = Object.keys(row)
    const { rows } = await db.pools.owner.query(
      `insert into public.products (${names.join(', ')}) values (${names.map((_, i) => `$${i + 1}`).join(', ')}) returning id`,
      Object.values(row),
    )
    return rows[0].id
  }
  const ask = async (name: string, id: string) => {
    const { rows } = await visitor.query<{ id: string }>(`select id from public.${name}($1)`, [id])
    return rows.map((row) => row.id)
  }

  describe('the offers of one item', () => {
    test('are one of each shop with its GTIN, cheapest first, without those that are gone', async () => {
      const gtin = '4006381333931'
      const own = await product({ gtin })
      const cheaper = await product({ gtin, merchant_name: 'Wren & Fig', price: 18, product_name: 'Serum of roses' })
      const dearer = await product({ gtin, merchant_name: 'Northlight', price: 22 })
      await product({ gtin, merchant_name: 'Northlight', price: 30 })
      await product({ gtin, price: 5 }) // its own shop again
      await product({ gtin, merchant_name: 'Closed', price: 1, delisted_at: new Date() })
      await product({ gtin: '96385074', merchant_name: 'Other' })
      expect(await ask('product_offers', own)).toEqual([cheaper, own, dearer])
    })

    test('are known by brand and name where there is no GTIN, however they are spelt', async () => {
      const own = await product({ product_name: 'Crème Rose-Serum, 30 ml' })
      const same = await product({
        product_name: 'CREME ROSE SERUM 30 ML',
        brand: 'velloa',
        merchant_name: 'Wren',
        price: 19,
      })
      await product({ product_name: 'Crème Rose-Serum, 50 ml', merchant_name: 'Wren' })
      await product({ product_name: 'Crème Rose-Serum, 30 ml', brand: 'Loam', merchant_name: 'Fig' })
      expect(await ask('product_offers', own)).toEqual([same, own])
    })

    test('join a shop that tells no GTIN with those that do, seen from either', async () => {
      const gtin = '4006381333931'
      const own = await product({ gtin })
      const silent = await product({ merchant_name: 'Wren', price: 19 })
      await product({ gtin: '96385074', merchant_name: 'Fig' }) // the same name, and another item
      expect(await ask('product_offers', own)).toEqual([silent, own])
      expect(await ask('product_offers', silent)).toContain(own)
    })

    test('keep sizes and colours apart where names do not', async () => {
      const own = await product({ size: 'M', colour: 'Rose' })
      await product({ size: 'L', colour: 'Rose', merchant_name: 'Wren' })
      const same = await product({ size: 'm', merchant_name: 'Fig', price: 25 })
      expect(await ask('product_offers', own)).toEqual([own, same])
    })

    test('are those of no product that is gone, and of none that has no brand', async () => {
      expect(await ask('product_offers', await product({ delisted_at: new Date() }))).toEqual([])
      const own = await product({ brand: null })
      await product({ brand: null, merchant_name: 'Wren' })
      expect(await ask('product_offers', own)).toEqual([own])
    })
  })

  test('its variants are the rest of its group in its feed', async () => {
    const group = { feed_id: 7, variant_group: 'G1' }
    const rose = await product({ ...group, external_id: 'a', colour: 'Rose' })
    const gold = await product({ ...group, external_id: 'b', colour: 'Gold' })
    await product({ ...group, external_id: 'c', delisted_at: new Date() })
    await product({ feed_id: 8, variant_group: 'G1', external_id: 'a' })
    expect(await ask('product_variants', gold)).toEqual([rose, gold])
    expect(await ask('product_variants', await product({}))).toEqual([])
  })

  describe('related products', () => {
    test('are the likest first: category, brand, price and name', async () => {
      const own = await product({ product_name: 'Rose Serum' })
      const brand = await product({ product_name: 'Rose Night Serum', price: 21 })
      const near = await product({ product_name: 'Clay Mask', brand: 'Loam', price: 22 })
      const far = await product({ product_name: 'Clay Mask Deluxe', brand: 'Loam', price: 400 })
      await product({ product_name: 'Linen Throw', brand: 'Loam', category: 'Home & Decor' })
      expect(await ask('related_products', own)).toEqual([brand, near, far])
    })

    test('are of its brand in other categories too, after those of its own', async () => {
      const own = await product({ product_name: 'Rose Serum', price: 20 })
      const elsewhere = await product({ product_name: 'Linen Throw', category: 'Home & Decor', price: 20 })
      const dearer = await product({ product_name: 'Oak Bowl', category: 'Home & Decor', price: 300 })
      const beside = await product({ product_name: 'Clay Mask', price: 20 })
      await product({ product_name: 'Wool Rug', brand: 'Loam', category: 'Home & Decor', price: 20 })
      expect(await ask('related_products', own)).toEqual([beside, elsewhere, dearer])
    })

    test('are of its kind first, from all over its category', async () => {
      const own = await product({ product_name: 'Hammered Ring - Gold', brand: 'Loam', price: 20 })
      const hat = await product({ product_name: 'Hammered Wool Hat - Gold', brand: 'Loam', price: 20 })
      const ring = await product({ product_name: 'Slim Signet Ring', brand: 'Fig', price: 300 })
      expect(await ask('related_products', own)).toEqual([ring, hat])
    })

    test('are never the product itself: not its sizes, not other shops’ offers of it', async () => {
      const own = await product({ gtin: '4006381333931', feed_id: 7, variant_group: 'G', external_id: 'a' })
      await product({ feed_id: 7, variant_group: 'G', external_id: 'b', product_name: 'Rose Serum 50 ml' })
      await product({ gtin: '4006381333931', merchant_name: 'Wren', product_name: 'Serum of Velloa' })
      await product({ merchant_name: 'Fig', product_name: 'ROSE serum' })
      const other = await product({ product_name: 'Clay Mask' })
      expect(await ask('related_products', own)).toEqual([other])
    })

    test('show one of a range, and what can be bought before what is sold out', async () => {
      const own = await product({ product_name: 'Rose Serum' })
      const soldOut = await product({ product_name: 'Rose Serum Rich', availability: 'out_of_stock' })
      const range = { feed_id: 7, variant_group: 'G', brand: 'Loam' }
      await product({ ...range, external_id: 'a', product_name: 'Clay Mask', availability: 'out_of_stock' })
      const inStock = await product({ ...range, external_id: 'b', product_name: 'Clay Mask Mini' })
      expect(await ask('related_products', own)).toEqual([inStock, soldOut])
    })

    test('show a range once, whichever shops and colours it has, and never the product’s own', async () => {
      const own = await product({ product_name: 'Bouclé Cushion - Camel', gtin: '4006381333931' })
      await product({ product_name: 'Boucle cushion – Sand', merchant_name: 'Wren', gtin: '96385074' })
      await product({ product_name: 'Tall Basket - Sand', price: 28 })
      const likest = await product({ product_name: 'Tall Basket - Camel', merchant_name: 'Wren', price: 21 })
      expect(await ask('related_products', own)).toEqual([likest])
    })

    test('are found for a product without price and brand, and none are those that are gone', async () => {
      const own = await product({ price: null, brand: null })
      const other = await product({ product_name: 'Clay Mask' })
      await product({ product_name: 'Gone Mask', delisted_at: new Date() })
      expect(await ask('related_products', own)).toEqual([other])
    })
  })

  describe('a product that is gone', () => {
    const gone = async (id: string) => (await visitor.query('select * from public.gone_product($1)', [id])).rows

    test('is told by name and category when it was delisted or deleted', async () => {
      const told = [{ product_name: 'Rose Serum', category: 'Skincare' }]
      const delisted = await product({ delisted_at: new Date() })
      expect(await gone(delisted)).toEqual(told)
      const deleted = await product({})
      await db.pools.owner.query('delete from public.products where id = $1', [deleted])
      expect(await gone(deleted)).toEqual(told)
    })

    test('is not told of what is there, nor of what never was', async () => {
      const listed = await product({})
      expect(await gone(listed)).toEqual([])
      expect(await gone('999999999999')).toEqual([])
      // Undone by a restore: the row is there again.
      await db.pools.owner.query('delete from public.products where id = $1', [listed])
      await product({ id: listed })
      expect(await gone(listed)).toEqual([])
    })
  })

  test('the sitemap’s parts are those that hold a listed product', async () => {
    for (const id of [1, 9999, 10000, 45123]) await product({ id })
    await product({ id: 30500, delisted_at: new Date() })
    const { rows } = await visitor.query('select public.product_sitemap_parts() as part')
    expect(rows.map(({ part }) => part)).toEqual([0, 1, 4])
  })

  test('the sitemap’s parts end where an index of sitemaps does, however large an id is', async () => {
    for (const id of [1, 900_000_000_000_000]) await product({ id })
    const { rows } = await visitor.query('select public.product_sitemap_parts() as part')
    expect(rows.map(({ part }) => part)).toEqual([0])
  })
})
