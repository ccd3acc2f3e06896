import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { beforeAll, describe, expect, test } from 'vitest'
import { anonClient, type SignedIn, serviceClient, signedInClient } from '#tests/support/target.ts'

/** The table queries and procedures of the back office and the storefront, as their client sends them. */
let anon: SupabaseClient
let editor: SignedIn
let admin: SignedIn
beforeAll(async () => {
  anon = anonClient()
  editor = await signedInClient({ role: 'editor' })
  admin = await signedInClient({ role: 'admin' })
})
const now = () => new Date().toISOString()
const slug = () => `t-${randomUUID()}`

describe('wallpaper collections and wallpapers', () => {
  test('are made, found by slug and name, changed and deleted [B7.60] [B7.61] [B7.62] [B7.63] [B7.64] [B7.65]', async () => {
    const { client } = editor
    const own = slug()
    const fields = { name: `A ${own}`, description: 'Soft', slug: own, is_active: true }
    const made = await client.from('wallpaper_collections').insert(fields).select().single()
    expect(made.error).toBeNull()
    const id: string = made.data.id

    const found = await anon.from('wallpaper_collections').select('id').eq('slug', own).eq('is_active', true).single()
    expect(found.data).toEqual({ id })
    const later = { ...fields, name: `B ${own}`, slug: slug() }
    expect((await client.from('wallpaper_collections').insert(later)).error).toBeNull()
    const all = await client.from('wallpaper_collections').select('*').order('name', { ascending: true })
    const names = all.data?.map(({ name }) => name).filter((name) => name.endsWith(own))
    expect(names).toEqual([fields.name, later.name])
    await client.from('wallpaper_collections').delete().eq('slug', later.slug)

    const image = { title: 'One', description: '', image_url: '/a.jpg', download_url: '/a.jpg', is_active: true }
    const wallpaper = await client
      .from('wallpapers')
      .insert({ ...image, collection_id: id })
      .select()
      .single()
    expect(wallpaper.error).toBeNull()
    const shown = () =>
      anon
        .from('wallpapers')
        .select('*')
        .eq('collection_id', id)
        .eq('is_active', true)
        .order('created_at', { ascending: false })
    const older = { ...image, title: 'Older', collection_id: id, created_at: '2020-01-01T00:00:00Z' }
    const unseen = { ...older, title: 'Unseen', is_active: false, created_at: '2021-01-01T00:00:00Z' }
    expect((await client.from('wallpapers').insert([older, unseen])).error).toBeNull()
    expect((await shown()).data).toMatchObject([{ title: 'One', download_count: 0 }, { title: 'Older' }])
    const newest = await client.from('wallpapers').select('*').order('created_at', { ascending: false })
    const inIt = newest.data?.filter(({ collection_id }) => collection_id === id)
    expect(inIt?.map(({ title }) => title)).toEqual(['One', 'Unseen', 'Older'])
    await client.from('wallpapers').delete().eq('collection_id', id).neq('id', wallpaper.data.id)

    const hidden = { is_active: false, updated_at: now() }
    expect((await client.from('wallpapers').update(hidden).eq('id', wallpaper.data.id)).status).toBe(204)
    expect((await shown()).data).toEqual([])
    const renamed = { ...fields, name: `C ${own}`, updated_at: now() }
    expect((await client.from('wallpaper_collections').update(renamed).eq('id', id)).status).toBe(204)
    const stored = await client.from('wallpaper_collections').select('name, updated_at').eq('id', id).single()
    expect(stored.data?.name).toBe(renamed.name)
    expect(Date.parse(stored.data?.updated_at)).toBeGreaterThan(Date.parse(made.data.updated_at))
    expect((await client.from('wallpapers').delete().eq('id', wallpaper.data.id)).status).toBe(204)
    expect((await client.from('wallpaper_collections').delete().eq('id', id)).status).toBe(204)
    expect((await client.from('wallpaper_collections').select('id').eq('id', id)).data).toEqual([])
  })

  test('a download is counted for a visitor, who cannot write the count [B7.80]', async () => {
    const image = { title: 'Counted', image_url: '/a.jpg', download_url: '/a.jpg', is_active: true }
    const { data } = await editor.client.from('wallpapers').insert(image).select('id').single()
    const counted = await anon.rpc('increment_wallpaper_download', { wallpaper_id: data?.id })
    expect(counted).toMatchObject({ error: null, status: 204 })
    await anon.from('wallpapers').update({ download_count: 99 }).eq('id', data?.id)
    const after = await anon.from('wallpapers').select('download_count').eq('id', data?.id).single()
    expect(after.data).toEqual({ download_count: 1 })
    await editor.client.from('wallpapers').delete().eq('id', data?.id)
  })
})

test('a draft becomes a product: read newest first, merged, approved [B7.66] [B7.67] [B7.68] [B7.69] [B7.71]', async () => {
  const { client } = editor
  const service = serviceClient()
  const draft = { affiliate_url: 'https://shop.example/x', extracted_data: { product_name: 'Lamp', price: 12 } }
  const { data: made } = await service.from('draft_products').insert(draft).select().single()
  const listed = await client.from('draft_products').select('*').order('created_at', { ascending: false })
  expect(listed.data).toContainEqual(expect.objectContaining({ id: made.id, status: 'pending' }))

  const merged = { ...made.extracted_data, price: 11 }
  expect((await client.from('draft_products').update({ extracted_data: merged }).eq('id', made.id)).error).toBeNull()
  const product = { product_name: 'Lamp', merchant_name: slug(), affiliate_link: draft.affiliate_url, price: 11 }
  const inserted = await client.from('products').insert(product).select('id').single()
  expect(inserted.error).toBeNull()
  const approval = { status: 'approved', product_id: inserted.data?.id, extracted_data: merged }
  expect((await client.from('draft_products').update(approval).eq('id', made.id)).error).toBeNull()
  const read = await client
    .from('draft_products')
    .select('status, product_id, extracted_data')
    .eq('id', made.id)
    .single()
  expect(read.data).toEqual({ status: 'approved', product_id: inserted.data?.id, extracted_data: merged })
  await service.from('draft_products').delete().eq('id', made.id)
  await service.from('products').delete().eq('id', inserted.data?.id)
})

test('the latest feed time, the latest comparisons and the active articles are read [B7.70] [B7.72] [B7.73]', async () => {
  const latest = await anon
    .from('products')
    .select('created_at')
    .not('source', 'is', null)
    .order('created_at', { ascending: false })
    .limit(1)
  expect(latest.error).toBeNull()
  const service = serviceClient()
  const word = slug()
  const posts = Array.from({ length: 11 }, (_none, n) => ({
    title: `Comparison ${n}`,
    slug: `${word}-${n}`,
    category: 'Beauty',
    created_at: new Date(Date.UTC(2031, 0, n + 1)).toISOString(),
  }))
  expect((await service.from('comparison_posts').insert(posts)).error).toBeNull()
  const comparisons = await editor.client
    .from('comparison_posts')
    .select('*')
    .order('created_at', { ascending: false })
    .limit(10)
  expect(comparisons.error).toBeNull()
  expect(comparisons.data?.map(({ slug }) => slug)).toEqual(
    posts
      .slice(1)
      .toReversed()
      .map(({ slug }) => slug),
  )
  await service.from('comparison_posts').delete().like('slug', `${word}%`)
  const articles = await anon.from('blog_posts').select('slug').eq('is_active', true).limit(5)
  expect(articles.error).toBeNull()
  expect(articles.data?.length).toBeLessThanOrEqual(5)
})

describe('roles', () => {
  test('are read as a list whose first item has the role [B7.81]', async () => {
    const own = await editor.client.rpc('get_user_role', { user_id_param: editor.user.id })
    expect(own.data).toEqual([{ role: 'editor' }])
    const others = await editor.client.rpc('get_user_role', { user_id_param: admin.user.id })
    expect(others.data).toEqual([])
  })

  test('are given by an admin and by nobody else [B6.4] [B7.82]', async () => {
    const somebody = await signedInClient()
    const give = { user_id_param: somebody.user.id, role_param: 'editor' }
    for (const client of [anon, somebody.client, editor.client]) {
      expect((await client.rpc('update_user_role', give)).error).not.toBeNull()
    }
    expect(await admin.client.rpc('update_user_role', give)).toMatchObject({ error: null, status: 204 })
    const { data } = await admin.client.rpc('get_user_role', { user_id_param: somebody.user.id })
    expect(data).toEqual([{ role: 'editor' }])
  })
})
