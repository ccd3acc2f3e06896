import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anonClient, serviceClient, signedInClient, target } from '#tests/support/target.ts'

const mark = randomUUID().slice(0, 8)
const slug = `rest-${mark}`
let collection: string

beforeAll(async () => {
  const service = serviceClient()
  const made = await service
    .from('wallpaper_collections')
    .insert({ name: `Rest ${mark}`, slug, is_active: true })
    .select('id')
    .single()
  if (made.error) throw made.error
  collection = made.data.id
  const links = { image_url: '/w.jpg', download_url: '/w.jpg', collection_id: collection }
  const titles = ['Alps', 'Beach, "calm"', 'City'].map((title) => ({ title, ...links }))
  const hidden = { title: 'Draft', is_active: false, ...links }
  const rows = await service.from('wallpapers').insert([...titles.map((row) => ({ ...row, is_active: true })), hidden])
  if (rows.error) throw rows.error
})
afterAll(async () => {
  const service = serviceClient()
  await service.from('wallpapers').delete().eq('collection_id', collection)
  await service.from('wallpaper_collections').delete().eq('id', collection)
})

const mine = () => anonClient().from('wallpapers').select('title').eq('collection_id', collection)

describe('a visitor', () => {
  test('reads what the policies show, with the collection embedded [B7.2]', async () => {
    const { data, error } = await anonClient()
      .from('wallpaper_collections')
      .select('slug, wallpapers(title)')
      .eq('slug', slug)
      .order('title', { referencedTable: 'wallpapers' })
    expect(error).toBeNull()
    expect(data).toEqual([{ slug, wallpapers: [{ title: 'Alps' }, { title: 'Beach, "calm"' }, { title: 'City' }] }])
  })

  test('filters, orders, pages and counts', async () => {
    const { data, count, status } = await anonClient()
      .from('wallpapers')
      .select('title', { count: 'exact' })
      .eq('collection_id', collection)
      .in('title', ['Alps', 'City'])
      .order('title', { ascending: false })
      .range(0, 0)
    expect({ data, count, status }).toEqual({ data: [{ title: 'City' }], count: 2, status: 206 })
    expect((await mine().or('title.eq."Beach, \\"calm\\"",title.like.A*').order('title')).data).toHaveLength(2)
  })

  test('gets one row, none, or an error about the number of rows', async () => {
    expect((await mine().eq('title', 'Alps').single()).data).toEqual({ title: 'Alps' })
    expect((await mine().eq('title', 'Nowhere').maybeSingle()).data).toBeNull()
    expect((await mine().single()).error).toMatchObject({ code: 'PGRST116', details: 'The result contains 3 rows' })
  })

  test('writes nothing, calls what is granted, and learns what is missing', async () => {
    const anon = anonClient()
    const refused = await anon.from('wallpapers').insert({ title: 'x', image_url: '/x.jpg', download_url: '/x.jpg' })
    expect(refused).toMatchObject({ error: { code: '42501' } })
    const { data } = await serviceClient()
      .from('wallpapers')
      .select('id')
      .eq('title', 'Alps')
      .eq('collection_id', collection)
      .single()
    expect((await anon.rpc('increment_wallpaper_download', { wallpaper_id: data?.id })).status).toBe(204)
    const counted = await anon.from('wallpapers').select('download_count').eq('id', data?.id)
    expect(counted.data).toEqual([{ download_count: 1 }])
    expect((await anon.from('wallpaperz').select()).error).toMatchObject({
      code: 'PGRST205',
      hint: "Perhaps you meant the table 'public.wallpapers'",
    })
    expect((await anon.rpc('no_such_function')).error).toMatchObject({ code: 'PGRST202' })
  })

  test('reads CSV, and the document that describes the API', async () => {
    expect((await mine().order('title').limit(2).csv()).data).toBe('title\nAlps\n"Beach, ""calm"""')
    const { url, publishableKey } = target()
    const headers = { apikey: publishableKey, accept: 'application/openapi+json' }
    const reply = await fetch(`${url}/rest/v1/`, { headers })
    // Hosted projects keep the document from visitors.
    if (reply.ok) expect(await reply.json()).toMatchObject({ swagger: '2.0', basePath: '/rest/v1' })
    else expect(reply.status).toBe(401)
  })
})

describe('an account', () => {
  test('is refused what only editors may do, without an error where a policy hides the row', async () => {
    const { client } = await signedInClient()
    const insert = await client.from('wallpapers').insert({ title: 'x', image_url: '/x.jpg', download_url: '/x.jpg' })
    expect(insert).toMatchObject({ status: 403, error: { code: '42501' } })
    const update = await client.from('wallpapers').update({ title: 'mine' }).eq('collection_id', collection).select()
    expect(update).toMatchObject({ status: 200, data: [], error: null })
  })

  test('that edits changes rows and sees them at once', async () => {
    const { client } = await signedInClient({ role: 'editor' })
    const changed = await client
      .from('wallpapers')
      .update({ description: 'high' })
      .eq('collection_id', collection)
      .eq('title', 'Alps')
      .select('description, wallpaper_collections(slug)')
      .single()
    expect(changed.data).toEqual({ description: 'high', wallpaper_collections: { slug } })
  })
})

test('a forged token is refused before anything is read', async () => {
  const { url, publishableKey } = target()
  const forged = `${btoa('{"alg":"HS256"}')}.${btoa('{"role":"service_role"}')}.${'A'.repeat(43)}`.replaceAll('=', '')
  const headers = { apikey: publishableKey, authorization: `Bearer ${forged}` }
  const reply = await fetch(`${url}/rest/v1/wallpapers`, { headers })
  expect(reply.status).toBe(401)
  expect(reply.headers.get('proxy-status')).toMatch(/^PostgREST; error=PGRST30/)
})
