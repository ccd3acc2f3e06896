import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { anonClient, serviceClient, signedInClient } from '#tests/support/target.ts'

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

test('an approved draft keeps what was read of it, and names the product that was made of it [B3.4]', async () => {
  const { client } = await signedInClient({ role: 'editor' })
  const extracted_data = {
    product_name: `Silk scarf ${randomUUID().slice(0, 8)}`,
    price: 24.5,
    merchant_name: 'Fleurette',
    category: 'Fashion',
    image_url: 'https://fleurette.example/scarf.webp',
    affiliate_link: 'https://fleurette.example/scarf',
    source: 'awin',
  }
  const made = await client.from('draft_products').insert({ extracted_data }).select('id').single()
  expect(made.error).toBeNull()
  const { source, ...fields } = extracted_data
  const product = await client
    .from('products')
    .insert({ ...fields, source })
    .select('id')
    .single()
  expect(product.error).toBeNull()
  const approval = { status: 'approved', product_id: product.data?.id }
  expect((await client.from('draft_products').update(approval).eq('id', made.data?.id)).error).toBeNull()
  const stored = client.from('draft_products').select('status, product_id, extracted_data, created_at')
  expect((await stored.eq('id', made.data?.id).single()).data).toEqual({
    ...approval,
    extracted_data,
    created_at: expect.any(String),
  })
  const service = serviceClient()
  await service.from('draft_products').delete().eq('id', made.data?.id)
  await service.from('products').delete().eq('id', product.data?.id)
})

test('what generators and checkers make is written on the server: no visitor may, from any page [B6.6]', async () => {
  const { client: viewer } = await signedInClient()
  const slug = `written-${randomUUID()}`
  const rows: [string, Record<string, unknown>][] = [
    ['blog_posts', { slug, title: 'Written', content: 'x' }],
    ['comparison_posts', { slug, title: 'Written', category: 'Beauty' }],
    ['pages', { url: `/${slug}`, name: 'Written', content: 'x' }],
    ['draft_products', { affiliate_url: 'https://mill.example/', extracted_data: {} }],
  ]
  for (const client of [anonClient(), viewer]) {
    for (const [table, row] of rows) {
      expect([table, (await client.from(table).insert(row)).error?.code]).toEqual([table, '42501'])
    }
  }
})
