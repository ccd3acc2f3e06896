import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ShopUnderTest, testShop } from '#tests/support/database.ts'

/** How the search reads words of shoppers: docs/decisions/0122-words-of-the-trade.md. */

interface Found {
  meant: string
  corrected: boolean
  matched: string
  kind: string | null
  title: string
  named_from: string | null
  named_below: string | null
}

let db: ShopUnderTest
beforeAll(async () => {
  db = await testShop()
  const { owner } = db.pools
  await owner.query(
    `insert into public.products
       (product_name, category, merchant_name, brand, merchant_category, price, affiliate_link, availability, size, description)
     select name, 'Fashion', 'Northlight', 'Loam', path, price, 'https://a.example/', 'in_stock', size, description
     from (values
       ('Everyday Shoulder Bag', 'Accessories > Handbags', 90, null, null),
       ('Poplin Shirt - S', 'Clothing > Shirts', 40, 'S', null),
       ('Linen Shirt - M', 'Clothing > Shirts', 45, 'M', null),
       ('Barrier Cream', 'Skin Care > Face > Moisturisers', 30, null, 'With ceramides.'),
       ('Micellar Water', 'Skin Care > Toners', 20, null, null),
       ('Enzyme Exfoliant', 'Skin Care|Cleansers & Sun', 20, null, null),
       ('Whole Food Capsules', 'Health > Supplements', 25, null, null),
       ('Matcha Powder', 'Health > Herbal Tea', 15, null, null),
       ('Locket Necklace', 'Jewellery > Necklaces', 55, null, null),
       ('Hoop Earrings', 'Jewellery > Earrings', 35, null, null),
       ('Reed Diffuser', 'Home > Diffusers', 35, null, null),
       ('Thank You Gift Box', 'Gifts > Gift Sets', 35, null, null)
     ) as rows (name, path, price, size, description)`,
  )
  await owner.query(
    `insert into public.blog_posts (slug, title, excerpt, content, category, is_active) values
       ('paths', 'Walking', 'Slow.', '<p>They crossed the wide radiator of a seated policy.</p>', 'Life', true)`,
  )
})
afterAll(() => db.drop())

async function search(query: string): Promise<[Found, ...Found[]]> {
  const { rows } = await db.visitor.query<Found>('select * from public.search_shop($1)', [query])
  const [first, ...others] = rows
  if (!first) throw new Error('A search answers with one row at least.')
  return [first, ...others]
}
const titles = async (query: string) => (await search(query)).filter(({ kind }) => kind).map(({ title }) => title)

describe('a search', () => {
  test.each([
    ['crossbody', 'Everyday Shoulder Bag'],
    ['cross body bag', 'Everyday Shoulder Bag'],
    ['hand bags', 'Everyday Shoulder Bag'],
    ['handbag', 'Everyday Shoulder Bag'],
    ['day creme', 'Barrier Cream'],
    ['daycream', 'Barrier Cream'],
    ['green tea', 'Matcha Powder'],
  ])('knows %j as a word of the trade, and changes nothing', async (query, title) => {
    const [first] = await search(query)
    expect(first).toMatchObject({ title, corrected: false })
  })

  test.each([
    ['macha', 'matcha'],
    ['neckless', 'necklace'],
    ['difusser', 'diffuser'],
    ['sholder bag', 'shoulder bag'],
    ['crosbody bag', 'crossbody bag'],
    ['bdoy lotion', 'body lotion'],
  ])('reads %j as %j', async (query, meant) => {
    const [first] = await search(query)
    expect(first).toMatchObject({ corrected: true })
    expect(first.meant.startsWith(meant)).toBe(true)
  })

  // Words of an article's text are no words of things, and a short word is like too many others.
  test.each([
    'crossbdy',
    'radiant',
    'lego',
    'thermos',
    'nite',
    'policies',
  ])('does not turn %j into another word', async (query) => {
    const [first] = await search(query)
    expect(['crossed', 'radiator', 'legs', 'there', 'nine', 'policy']).not.toContain(first.meant)
  })

  test.each([
    'dog food',
    'power drill',
    'car tires',
    'strapless bra',
    'hair dryer',
  ])('shows nothing to buy for %j, rather than what has a word of it', async (query) =>
    expect(await titles(query)).toEqual([]))

  test('of a category of several kinds nobody knows which one a thing is', async () => {
    expect((await titles('cleanser'))[0]).toBe('Micellar Water')
  })

  test.each(['gift for a stranger', 'wedding gift', 'gift'])('for %j shows gifts', async (query) => {
    expect(await titles(query)).toEqual(['Thank You Gift Box'])
  })

  test('beside another thing a gift gives way', async () => {
    expect(await titles('earring gift')).toEqual(['Hoop Earrings'])
  })

  test.each(['small shirt', 'shirt size s'])('for %j shows that size first', async (query) => {
    expect((await titles(query))[0]).toBe('Poplin Shirt - S')
  })

  test.each([
    ['under $25', null, '25'],
    ['under 25 dollars', null, '25'],
    ['cheaper then 25', null, '25'],
    ['25 dollars or less', null, '25.01'],
    ['$25 max', null, '25.01'],
    ['max 25', null, '25.01'],
    ['under £25', null, '25'],
    ['under 1,000', null, '1000'],
    ['up to twenty dollars', null, '20.01'],
    ['20-40 dollars', '20', '40.01'],
    ['$20 - $40', '20', '40.01'],
    ['between 20 and 40', '20', '40.01'],
    ['over 50 dollars', '50', null],
    ['more than $50', '50', null],
  ])('reads the price of "bag %s"', async (words, from, below) => {
    for (const query of [`bag ${words}`, `${words} bag`]) {
      const [first] = await search(query)
      expect([first.named_from, first.named_below, first.meant], query).toEqual([from, below, 'bag'])
    }
  })

  test.each(['spf 50', 'cream 50 ml', 'size 10-12 shirt', '5 year diary'])('reads no price in %j', async (query) => {
    const [first] = await search(query)
    expect([first.named_from, first.named_below]).toEqual([null, null])
  })
})
