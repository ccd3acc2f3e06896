import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { anonClient, signedInClient } from '#tests/support/target.ts'

const soon = () => new Date(Date.now() + 3_600_000).toISOString()

/** What an editor writes without saying that it is public. */
const MADE: Record<string, [table: string, row: (word: string) => object]> = {
  'an article': ['blog_posts', (word) => ({ slug: word, title: word })],
  'a page': ['pages', (word) => ({ url: `/${word}`, name: word })],
  'a comparison': ['comparison_posts', (word) => ({ slug: word, title: word })],
  'a comparison for later': [
    'comparison_posts',
    (word) => ({ slug: word, title: word, status: 'scheduled', publish_date: soon() }),
  ],
  'a collection of wallpapers': ['wallpaper_collections', (word) => ({ name: word, slug: word })],
  'a collection’s tile': ['collections', (word) => ({ title: word, path: '/shop' })],
  'a wallpaper': ['wallpapers', (word) => ({ title: word, image_url: '/a.jpg', download_url: '/a.jpg' })],
}

test.each(Object.entries(MADE))('%s is not public until somebody says so', async (_, [table, row]) => {
  const { client } = await signedInClient({ role: 'editor' })
  const made = await client
    .from(table)
    .insert(row(`t-${randomUUID()}`))
    .select('id')
    .single()
  expect(made.error).toBeNull()
  const seen = await anonClient().from(table).select('id').eq('id', made.data?.id)
  expect(seen).toMatchObject({ error: null, data: [] })
})
