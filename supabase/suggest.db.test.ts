import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ShopUnderTest, testShop } from '#tests/support/database.ts'

let db: ShopUnderTest
let visitor: ShopUnderTest['visitor']
beforeAll(async () => {
  db = await testShop()
  await db.pools.owner.query(
    `insert into public.products (product_name, category, merchant_name, price, affiliate_link, delisted_at) values
       ('Velvet Lipstick', 'Makeup', 'Northlight', 18, 'https://a.example/', null),
       ('Velvet Cushion', 'Home & Decor', 'Northlight', 18, 'https://a.example/', null),
       ('Linen Throw', 'Home & Decor', 'Northlight', 18, 'https://a.example/', null),
       ('Crème Blush', 'Makeup', 'Northlight', 18, 'https://a.example/', null),
       ('Velvet Hidden', 'Retired', 'Northlight', 18, 'https://a.example/', now())`,
  )
  await db.pools.owner.query(
    `insert into public.blog_posts (slug, title, content, category, is_active) values
       ('velvet', 'How to wear velvet', '', 'Fashion', true),
       ('secret', 'Velvet nobody should read', '', 'Fashion', false)`,
  )
  visitor = db.visitor
})
afterAll(() => db.drop())

async function suggest(typed: string, kind?: string): Promise<string[]> {
  const { rows } = await visitor.query<{ kind: string; label: string }>('select * from public.suggest($1)', [typed])
  return rows.filter((row) => !kind || row.kind === kind).map(({ label }) => label)
}

test('completes the word that is being typed', async () => {
  expect(await suggest('vel', 'word')).toEqual(['velvet'])
  expect(await suggest('VEL', 'word')).toEqual(['velvet'])
  expect(await suggest('crè', 'word')).toEqual(['creme'])
  expect(await suggest('velvet', 'word')).toEqual([])
})

test('completes a second word only by one that some product has beside the first', async () => {
  expect(await suggest('velvet l', 'word')).toEqual(['velvet lipstick'])
  expect(await suggest('linen l', 'word')).toEqual([])
})

test('names products and articles that a visitor may see, and categories', async () => {
  expect((await suggest('velv', 'product')).toSorted()).toEqual(['Velvet Cushion', 'Velvet Lipstick'])
  expect(await suggest('velv', 'article')).toEqual(['How to wear velvet'])
  expect(await suggest('make', 'category')).toEqual(['Makeup'])
  expect(await suggest('deco', 'category')).toEqual(['Home & Decor'])
})

test('forgives a slip', async () => {
  expect(await suggest('velvte', 'word')).toEqual(['velvet'])
  expect(await suggest('velvte', 'product')).toHaveLength(2)
})

test.each([
  '',
  ' ',
  '%',
  '_',
  `'`,
  'velvet & !lipstick | (',
  '\\',
  'x'.repeat(3000),
  '🌸',
])('answers %j without an error', async (typed) => {
  expect(await suggest(typed)).toBeInstanceOf(Array)
})
