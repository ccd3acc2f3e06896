import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase('shop')
})
afterAll(() => db.drop())

const NEVER = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'file:///etc/passwd',
  'blob:https://shop.example/1',
  'ftp://shop.example/a',
  '//evil.example/a.jpg',
  '/\\evil.example/a.jpg',
  '/\t/evil.example/a.jpg',
  'https:///evil.example',
  'https://\\evil.example',
  'https:// evil.example',
  'https://shop.example/a\nb',
  ' https://shop.example/',
  'evil.example',
]
const OF_THE_WEB = ['https://shop.example/a?b=c#d', 'http://shop.example', 'HTTPS://SHOP.example/é and more']
const OF_THIS_SITE = ['/', '/a.jpg', '/storage/v1/object/public/a/b c.png']

/** Every column whose address a page shows, with the rest of a row. */
const PLACES: [place: string, insert: string, good: string[]][] = [
  [
    'a product’s link',
    `insert into public.products (product_name, merchant_name, affiliate_link) values ('A', 'B', $1)`,
    OF_THE_WEB,
  ],
  [
    'a product’s picture',
    `insert into public.products (product_name, merchant_name, affiliate_link, image_url) values ('A', 'B', 'https://a.example/', $1)`,
    [...OF_THE_WEB, ...OF_THIS_SITE, ''],
  ],
  [
    'a find’s link',
    `insert into public.amazon_products (product_title, category, product_url) values ('A', 'B', $1)`,
    OF_THE_WEB,
  ],
  ['a draft’s link', 'insert into public.draft_products (affiliate_url) values ($1)', [...OF_THE_WEB, '']],
  [
    'a wallpaper’s download',
    `insert into public.wallpapers (title, image_url, download_url) values ('A', '/a.jpg', $1)`,
    [...OF_THE_WEB, ...OF_THIS_SITE],
  ],
  [
    'a wallpaper’s picture',
    `insert into public.wallpapers (title, image_url, download_url) values ('A', $1, '/a.jpg')`,
    [...OF_THE_WEB, ...OF_THIS_SITE],
  ],
  ['a page’s address', `insert into public.pages (name, url) values ('A', $1)`, OF_THIS_SITE],
  ['a tile’s target', `insert into public.collections (title, path) values ('A', $1)`, OF_THIS_SITE],
  [
    'a tile’s picture',
    `insert into public.collections (title, path, image_url) values ('A', '/a', $1)`,
    [...OF_THE_WEB, ...OF_THIS_SITE, ''],
  ],
  [
    'a merchant’s logo',
    `insert into public.merchants (name, slug, logo_url) values (gen_random_uuid()::text, gen_random_uuid()::text, $1)`,
    [...OF_THE_WEB, ...OF_THIS_SITE, ''],
  ],
  [
    'a merchant’s website',
    `insert into public.merchants (name, slug, website) values (gen_random_uuid()::text, gen_random_uuid()::text, $1)`,
    [...OF_THE_WEB, ''],
  ],
  [
    'the hero’s picture',
    'insert into public.homepage_settings (hero_background_image) values ($1)',
    [...OF_THE_WEB, ...OF_THIS_SITE, ''],
  ],
  [
    'an article’s picture',
    `insert into public.blog_posts (slug, title, image_url) values (gen_random_uuid()::text, 'A', $1)`,
    [...OF_THE_WEB, ...OF_THIS_SITE, ''],
  ],
]

describe('an address that is shown', () => {
  test.each(PLACES)('%s is of the web or of this site', async (_, insert, good) => {
    for (const address of good) await db.pools.owner.query(insert, [address])
    for (const address of NEVER) {
      await expect(db.pools.owner.query(insert, [address]), address).rejects.toThrow(/violates check constraint/)
    }
  })

  test('every text column that is named like an address is among them', async () => {
    const { rows } = await db.pools.owner.query<{ place: string; checked: boolean }>(
      `select relname || '.' || attname as place,
         exists (select from pg_constraint where conrelid = pg_class.oid and conname = attname || '_is_an_address') as checked
       from pg_attribute join pg_class on pg_class.oid = attrelid
       where relnamespace = 'public'::regnamespace and relkind = 'r' and atttypid = 'text'::regtype
         and attname ~ '(^|_)(url|link|website|image|path|href)$'
       order by 1`,
    )
    const unchecked = rows.filter(({ checked }) => !checked).map(({ place }) => place)
    // Read by the importer through the guarded client, shown to nobody; and where a visitor was, shown as text.
    expect(unchecked.filter((place) => !['events.path', 'daily_events.path', 'feeds.url'].includes(place))).toEqual([])
  })
})
