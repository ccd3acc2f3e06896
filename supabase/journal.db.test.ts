import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase('shop')
  await db.pools.owner.query('truncate public.blog_posts, public.comparison_posts')
  await db.pools.owner.query(
    `insert into public.blog_posts (slug, title, category, excerpt, is_active, created_at) values
      ('budget', 'A budget', 'Finance', 'Short.', true, now() - interval '1 day'),
      ('both', 'As an article', 'Home', null, true, now() - interval '3 days'),
      ('hidden', 'Hidden', 'Home', null, false, now()),
      ('old', 'Old', 'Home', null, true, now() - interval '9 days')`,
  )
  await db.pools.owner.query(
    `insert into public.comparison_posts (slug, title, category, status, publish_date, created_at) values
      ('out', 'Out', 'Finance', 'published', null, now() - interval '2 days'),
      ('due', 'Due', null, 'scheduled', now() - interval '4 days', now() - interval '30 days'),
      ('both', 'As a comparison', 'Home', 'published', null, now()),
      ('hidden', 'In the place of a hidden one', 'Home', 'published', null, now() - interval '5 days'),
      ('draft', 'Draft', 'Home', 'draft', null, now()),
      ('later', 'Later', 'Home', 'scheduled', now() + interval '1 day', now())`,
  )
})
afterAll(() => db.drop())

async function journalOf(role: 'anon' | 'service_role', options = ''): Promise<Record<string, unknown>[]> {
  const reader = await db.pools.asRole(role).connect()
  try {
    await reader.query(`set role ${role}`)
    return (await reader.query(`select * from public.journal(${options})`)).rows
  } finally {
    reader.release(true)
  }
}
const titles = async (options = '') => (await journalOf('anon', options)).map((row) => row.title)

test('lists articles and the comparisons that are out, newest first, each address once [S2.7.9]', async () => {
  const all = ['A budget', 'Out', 'As an article', 'Due', 'In the place of a hidden one', 'Old']
  expect(await titles()).toEqual(all)
  expect((await journalOf('service_role')).map((row) => row.title)).toEqual(all) // whoever may read drafts sees none here
  const due = (await journalOf('anon')).find(({ slug }) => slug === 'due')
  expect(due).toMatchObject({ category: 'Comparison', excerpt: null, image_url: null })
})

test('is narrowed by topic, leaves one out, and is cut in pages with the number of all', async () => {
  expect(await titles(`topic => 'Finance'`)).toEqual(['A budget', 'Out'])
  expect(await titles(`without_slug => 'out', page_size => 2`)).toEqual(['A budget', 'As an article'])
  const second = await journalOf('anon', 'page_size => 4, page_start => 4')
  expect(second.map((row) => [row.title, Number(row.total)])).toEqual([
    ['In the place of a hidden one', 6],
    ['Old', 6],
  ])
  expect(await titles('page_start => 99')).toEqual([])
})
