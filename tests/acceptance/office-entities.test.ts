import { expect, test } from 'vitest'
import { signedInClient } from '#tests/support/target.ts'

/** The fields that the back office's specification names (B 3). */
const ENTITIES = [
  ['products', 'id, product_name, price, merchant_name, category, image_url, affiliate_link, source, created_at'],
  ['comparison_posts', 'id, title, category, status, publish_date, slug, is_weekly_roundup, created_at'],
  ['blog_posts', 'slug, is_active'],
  [
    'wallpapers',
    'id, title, description, collection_id, image_url, download_url, is_active, download_count, created_at, updated_at',
  ],
  ['wallpaper_collections', 'id, name, slug, description, is_active, updated_at'],
  ['draft_products', 'id, status, affiliate_url, product_id, extracted_data, created_at'],
] as const

test('staff read each entity with the fields that the specification names [B3.3] [B3.5] [B3.6] [B3.7] [B3.8] [B3.9]', async () => {
  const { client } = await signedInClient({ role: 'editor' })
  for (const [table, fields] of ENTITIES) {
    const { data, error } = await client.from(table).select(fields).limit(1)
    expect([table, error]).toEqual([table, null])
    for (const row of data ?? []) expect(Object.keys(row).toSorted()).toEqual(fields.split(', ').toSorted())
  }
})
