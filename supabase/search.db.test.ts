import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ShopUnderTest, testShop } from '#tests/support/database.ts'

/** A page's row; a page without results is one row without a kind. */
interface Found {
  meant: string
  corrected: boolean
  matched: string
  products: number
  finds: number
  articles: number
  categories: string[]
  category_counts: number[]
  kind: string | null
  title: string
  title_marked: string
  snippet_marked: string
  link: string
}

let db: ShopUnderTest
let visitor: ShopUnderTest['visitor']
beforeAll(async () => {
  db = await testShop()
  const { owner } = db.pools
  await owner.query(
    `insert into public.products (product_name, category, merchant_name, source, brand, price, affiliate_link, availability, description, delisted_at) values
       ('Rosewater Crème Lipstick', 'Makeup', 'Maison Calla', 'awin', 'Oré Lune', 20, 'https://a.example/', 'in_stock', 'A rosewater balm & colour in one.', null),
       ('Velvet Lipstick', 'Makeup', 'Northlight', 'awin', 'Velloa', 18, 'https://a.example/', 'in_stock', 'Soft <b>matte</b> colour that stays through a <script>alert(1)</script> long dinner.', null),
       ('Washed Linen Throw', 'Home & Decor', 'The Linen Room', 'cj', 'Loam', 90, 'https://a.example/', 'in_stock', null, null),
       ('Peptide Moisturizer', 'Skincare', 'Northlight', 'cj', 'Loam', 44, 'https://a.example/', 'out_of_stock', null, null),
       ('Overnight Moisturizer', 'Skincare', 'Northlight', 'cj', 'Loam', 44, 'https://a.example/', 'in_stock', null, null),
       ('Night Skincare Kit', 'Skincare', 'Northlight', 'cj', 'Loam', 44, 'https://a.example/', 'in_stock', null, null),
       ('Vitamin C Drops', 'Skincare', 'Northlight', 'cj', 'Loam', 44, 'https://a.example/', 'in_stock', null, null),
       ('Wool Skirt', 'Fashion', 'Northlight', 'cj', 'Loam', 44, 'https://a.example/', 'in_stock', null, null),
       ('Retired Lipstick', 'Retired', 'Gone', 'awin', 'Gone', 9, 'https://a.example/', 'in_stock', null, now())`,
  )
  await owner.query(
    `insert into public.products (product_name, category, merchant_name, price, affiliate_link)
     select 'Stoneware Bowl ' || n, case when n % 3 = 0 then 'Gifts' else 'Home & Decor' end, 'Kiln & Clay', n, 'https://a.example/'
     from generate_series(1, 1500) as n`,
  )
  await owner.query(
    `insert into public.amazon_products (product_title, category, product_url, rating) values
       ('Lipstick Organiser in Acrylic', 'Makeup', 'https://www.amazon.com/s?k=lipstick+organiser', 4.5)`,
  )
  await owner.query(
    `insert into public.blog_posts (slug, title, excerpt, content, category, is_active) values
       ('lipstick-that-lasts', 'Lipstick that <i>lasts</i>', 'Four ways to wear it.', '<p>Blot, powder &amp; blot again. Every <em>lipstick</em> wears longer then.</p><script>alert(1)</script>', 'Beauty', true),
       ('draft', 'Lipstick nobody should read', null, '<p>Secretsauce</p>', 'Beauty', false),
       ('attachment', 'Attachment styles', 'Why we argue.', '', 'Relationships', true)`,
  )
  await owner.query(
    `insert into public.pages (name, url, content, is_published) values
       ('Attachment', '/blog/attachment', '<p>About reassurance.</p>', true),
       ('A page of its own', '/blog/own-page', '<p>Wabisabi at home.</p>', true),
       ('Unpublished', '/blog/unpublished', '<p>Kintsugi at home.</p>', false),
       ('Terms', '/terms', '<p>Zeugma.</p>', true)`,
  )
  visitor = db.visitor
})
afterAll(() => db.drop())

async function search(query: string, options = ''): Promise<Found[]> {
  const { rows } = await visitor.query<Found>(`select * from public.search_shop($1${options})`, [query])
  return rows
}
const titles = async (query: string, options = '') =>
  (await search(query, options)).filter(({ kind }) => kind).map(({ title }) => title)
async function whole(query: string, options = ''): Promise<Found> {
  const [first] = await search(query, options)
  if (!first) throw new Error('A search answers with one row at least.')
  return first
}

test('products alone are found the same way', async () => {
  const { rows } = await visitor.query(`select product_name from public.search_products('best lipstik', 1)`)
  expect(rows).toEqual([{ product_name: 'Velvet Lipstick' }])
})

describe('a search', () => {
  test('finds products, finds and articles, and says how many there are of each [S7.19]', async () => {
    expect(await titles('lipstick')).toEqual([
      'Velvet Lipstick',
      'Rosewater Crème Lipstick',
      'Lipstick that <i>lasts</i>',
      'Lipstick Organiser in Acrylic',
    ])
    expect(await whole('lipstick')).toMatchObject({ products: 2, finds: 1, articles: 1, matched: 'all' })
  })

  // The marked title and snippet show the reader where.
  test.each([
    ['velvet', 'Velvet Lipstick', 'title_marked', /velvet/i],
    ['matte', 'Velvet Lipstick', 'snippet_marked', /matte/i],
    ['rosewater balm', 'Rosewater Crème Lipstick', 'snippet_marked', /balm/i],
    ['blot', 'Lipstick that <i>lasts</i>', 'snippet_marked', /blot/i],
  ] as const)('matches the title and the snippet: %s [S7.19]', async (query, title, where, word) => {
    const [found] = (await search(query)).filter((row) => row.title === title)
    expect(found?.[where]).toMatch(word)
  })

  test.each([
    ['product', ['Velvet Lipstick', 'Rosewater Crème Lipstick']],
    ['find', ['Lipstick Organiser in Acrylic']],
    ['article', ['Lipstick that <i>lasts</i>']],
  ])('of one kind (%s) finds only that, and still counts the others', async (kind, found) => {
    expect(await titles('lipstick', `, kind_param => '${kind}'`)).toEqual(found)
    expect(await whole('lipstick', `, kind_param => '${kind}'`)).toMatchObject({ products: 2, finds: 1, articles: 1 })
  })

  test.each([
    ['creme lipsticks', 'Rosewater Crème Lipstick'],
    ['velv', 'Velvet Lipstick'],
    ['velv lip', 'Velvet Lipstick'],
    ['ore lune', 'Rosewater Crème Lipstick'],
    ['makeup velloa', 'Velvet Lipstick'],
    ['LINEN throw', 'Washed Linen Throw'],
    ['the skin care kit', 'Night Skincare Kit'],
    ['reassurance', 'Attachment styles'],
    ['wabisabi', 'A page of its own'],
    ['vitamin c', 'Vitamin C Drops'],
  ])('for %j finds %j without correcting anything', async (query, title) => {
    expect(await titles(query)).toContain(title)
    expect(await whole(query)).toMatchObject({ corrected: false, matched: 'all' })
  })

  test.each([
    ['lipstik', 'lipstick'],
    ['lispstick', 'lipstick'],
    ['ilpstick', 'lipstick'],
    ['lipsticm', 'lipstick'],
    ['velvett lipstik', 'velvet lipstick'],
    ['skrit', 'skirt'],
    ['moistruizer', 'moisturizer'],
    ['moysturizer', 'moisturizer'],
    ['linenthrow', 'linen throw'],
  ])('for %j shows results for %j, and says so', async (query, meant) => {
    expect(await whole(query)).toMatchObject({ corrected: true, meant, matched: 'all' })
    expect((await titles(query)).length).toBeGreaterThan(0)
  })

  test('takes a visitor who insists at their word', async () => {
    expect(await whole('lipstik', ', as_typed => true')).toMatchObject({
      corrected: false,
      meant: 'lipstik',
      kind: null,
    })
  })

  test('shows what has some of the words when nothing has all of them', async () => {
    // What a thing is counts for more than a word of its name: "stoneware" only stands in names.
    expect(await titles('stoneware moisturizer')).toEqual(await titles('moisturizer stoneware'))
    expect(await whole('moisturizer stoneware')).toMatchObject({ matched: 'some', products: 2 })
    expect(await titles('velvet throw')).toEqual(['Washed Linen Throw'])
  })

  test('shows an article that has every word before things that have some', async () => {
    expect((await titles('lipstick lasts')).slice(0, 2)).toEqual(['Lipstick that <i>lasts</i>', 'Velvet Lipstick'])
    expect(await whole('lipstick lasts')).toMatchObject({ matched: 'some', articles: 1 })
  })

  test.each([
    ['best moisturizer deals', 'Overnight Moisturizer'],
    ['beauty deals', 'Overnight Moisturizer'],
    ['skirt for women', 'Wool Skirt'],
    ['moisturiser', 'Overnight Moisturizer'],
  ])('understands a shopper’s %j', async (query, title) => {
    expect(await titles(query)).toContain(title)
    expect(await whole(query)).toMatchObject({ corrected: false, matched: 'all' })
  })

  test('puts what can be bought before what is sold out', async () => {
    expect(await titles('moisturizer')).toEqual(['Overnight Moisturizer', 'Peptide Moisturizer'])
  })

  test('counts no further than a thousand and one, and its pages do not overlap', async () => {
    expect(await whole('bowl')).toMatchObject({ products: 1001 })
    const seen = new Set<string>()
    for (let page = 0; page < 10; page++) {
      for (const title of await titles('bowl', `, page_start => ${page * 8}`)) seen.add(title)
    }
    expect(seen.size).toBe(80)
  })

  test('narrows to a category and a merchant, beyond the first thousand too', async () => {
    const { categories, category_counts } = await whole('bowl', `, category_param => 'Gifts'`)
    expect([categories, category_counts]).toEqual([['Gifts'], [500]])
    expect(await whole('lipstick', `, merchant_param => 'Maison Calla'`)).toMatchObject({
      products: 1,
      finds: 0,
      articles: 0,
    })
    expect(await titles('lipstick', `, category_param => 'Makeup'`)).toHaveLength(3)
  })

  test.each([
    ['retired'],
    ['nobody should read'],
    ['secretsauce'],
    ['kintsugi'],
    ['zeugma'],
    [''],
    ['   '],
    ['the'],
    [`'`],
    [`<script>`],
    [`\\`],
    [`& | ! ( ) : * <-> %_`],
    ['\u0002\u0003'],
    ['🌸'],
  ])('for %j finds nothing and breaks nothing', async (query) => {
    expect(await titles(query, ', as_typed => true')).toEqual([])
  })

  test(`reads operators of the query's grammar as ordinary gaps`, async () => {
    for (const query of [
      `lipstick' | 'velvet`,
      `velvet:*A & !lipstick`,
      `velvet <-> lipstick)`,
      `'); truncate products; -- velvet lipstick`,
    ]) {
      expect(await titles(query), query).toContain('Velvet Lipstick')
    }
    expect(await titles('velvet & !lipstick')).toEqual(['Velvet Lipstick'])
  })

  test('survives a query far too long', async () => {
    expect(await titles(`${'x'.repeat(5000)} lipstick`)).toEqual([])
    expect(await titles(`velvet lipstick${' '.repeat(300)}${'x '.repeat(5000)}`)).toContain('Velvet Lipstick')
  })

  test('marks the found words between characters that no text can bring along', async () => {
    const forged = 'https://a.example/forged'
    await db.pools.owner.query(
      `insert into public.products (product_name, merchant_name, affiliate_link, description)
       values ('<mark>Plum</mark> ' || chr(2) || 'Candle', 'Kiln & Clay', $1, 'A <img src=x onerror=alert(1)> candle of ' || chr(3) || 'plum.')`,
      [forged],
    )
    const [row] = (await search('plum')).filter(({ link }) => link === forged)
    expect(row?.title_marked).toBe('<mark>\u0002Plum\u0003</mark> Candle')
    expect(row?.snippet_marked).toBe('A candle of \u0002plum\u0003.')
    await db.pools.owner.query('delete from public.products where affiliate_link = $1', [forged])
    expect(await titles('plum')).toEqual([])
  })

  test('shows an excerpt of plain text', async () => {
    const [velvet] = await search('velvet matte')
    expect(velvet?.snippet_marked).toBe('Soft \u0002matte\u0003 colour that stays through a long dinner.')
    const article = (await search('blot')).find(({ kind }) => kind === 'article')
    expect(article?.snippet_marked).toContain('\u0002Blot\u0003, powder & \u0002blot\u0003 again.')
    expect(article?.snippet_marked).not.toContain('alert')
  })

  test('follows what editors change', async () => {
    const { owner } = db.pools
    await owner.query(`update public.blog_posts set is_active = true where slug = 'draft'`)
    expect(await titles('secretsauce')).toEqual(['Lipstick nobody should read'])
    await owner.query(`update public.blog_posts set is_active = false where slug = 'draft'`)
    expect(await titles('secretsauce', ', as_typed => true')).toEqual([])
    await owner.query(`update public.pages set is_published = true where url = '/blog/unpublished'`)
    expect(await titles('kintsugi')).toEqual(['Unpublished'])
    await owner.query(`delete from public.pages where url = '/blog/unpublished'`)
    expect(await titles('kintsugi')).toEqual([])
    await owner.query(
      `update public.amazon_products set product_title = 'Brass Tray' where product_title like 'Lipstick%'`,
    )
    expect(await titles('brass')).toEqual(['Brass Tray'])
    expect(await whole('lipstick')).toMatchObject({ finds: 0 })
  })
})
