import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { callFunction } from '#tests/support/call-function.ts'
import { type SignedIn, serviceClient, signedInClient, target } from '#tests/support/target.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
const empty = (body: object, caller: { accessToken: string } | 'service' | null) =>
  callFunction('empty-trash', body, {
    ...(caller === 'service' ? { key: target('shop').secretKey } : {}),
    ...(caller !== null && caller !== 'service' ? { headers: { authorization: `Bearer ${caller.accessToken}` } } : {}),
  })
const files = () => serviceClient('shop').storage.from('wallpapers')
const isThere = async (path: string) => (await files().exists(path)).data

/** A wallpaper with its file that an editor has removed; `uses` rows show the file. */
async function removedWallpaper({ client }: SignedIn, uses = 1, path = `${randomUUID()}.png`, parameters = '') {
  const uploaded = await files().upload(path, PNG, { contentType: 'image/png', upsert: true })
  expect(uploaded.error).toBeNull()
  const address = `/storage/v1/object/public/wallpapers/${encodeURI(path)}${parameters}`
  const rows = Array.from({ length: uses }, () => ({ title: 'Wave', image_url: address, download_url: address }))
  const { data: made } = await client.from('wallpapers').insert(rows).select('id')
  const id = made?.[0]?.id ?? ''
  expect((await client.from('wallpapers').delete().eq('id', id)).error).toBeNull()
  const { data: trashed } = await client.from('trash').select('id,files').eq('row_key', id).single()
  expect(trashed?.files).toEqual([`wallpapers/${encodeURI(path)}`])
  return { path, trashId: String(trashed?.id) }
}

describe('the trash', () => {
  test('is emptied of what an admin names, with its files', async () => {
    const admin = await signedInClient({ role: 'admin', target: 'shop' })
    const { path, trashId } = await removedWallpaper(admin)
    expect(await isThere(path)).toBe(true)
    expect(await empty({ ids: [trashId] }, admin)).toMatchObject({ status: 200, body: { rows: 1, files: 1 } })
    expect(await isThere(path)).toBe(false)
    expect((await admin.client.rpc('restore_from_trash', { ids: [trashId] })).error?.message).toContain('no longer in')
  })

  test('keeps a file that another wallpaper shows', async () => {
    const admin = await signedInClient({ role: 'admin', target: 'shop' })
    const { path, trashId } = await removedWallpaper(admin, 2)
    expect(await empty({ ids: [trashId] }, admin)).toMatchObject({ body: { rows: 1, files: 0 } })
    expect(await isThere(path)).toBe(true)
  })

  test.each([
    [
      'an article, at an absolute address',
      'blog_posts',
      (file: string) => ({ image_url: `https://shop.example${file}` }),
    ],
    ['a text, with parameters', 'pages', (file: string) => ({ content: `<img src="${file}?width=100&amp;v=1">` })],
    [
      'a wallpaper, percent-encoded',
      'wallpapers',
      (file: string) => ({ image_url: encodeURI(file), download_url: '/' }),
    ],
  ])('keeps a file that %s shows', async (_, table, shows) => {
    const admin = await signedInClient({ role: 'admin', target: 'shop' })
    const { path, trashId } = await removedWallpaper(admin, 1, `Wave & sea ${randomUUID()}.png`)
    const id = randomUUID()
    const names = {
      blog_posts: { slug: id, title: 'A' },
      pages: { url: `/${id}`, name: 'P' },
      wallpapers: { title: 'W' },
    }
    const name = Object.entries(names).find(([key]) => key === table)?.[1]
    const shown: { id: string; title?: string } = {
      id,
      ...name,
      ...shows(`/storage/v1/object/public/wallpapers/${path}`),
    }
    expect((await admin.client.from(table).insert(shown)).error).toBeNull()
    expect(await empty({ ids: [trashId] }, admin)).toMatchObject({ body: { rows: 1, files: 0 } })
    expect(await isThere(path)).toBe(true)

    // What shows it goes into the trash, which then holds the only row that names it.
    expect((await admin.client.from(table).delete().eq('id', id)).error).toBeNull()
    const { trashId: other } = await removedWallpaper(admin, 1, path)
    expect(await empty({ ids: [other] }, admin)).toMatchObject({ body: { rows: 1, files: 0 } })
    expect(await isThere(path)).toBe(true)
  })

  test('deletes a file whose address was written with parameters', async () => {
    const admin = await signedInClient({ role: 'admin', target: 'shop' })
    const { path, trashId } = await removedWallpaper(admin, 1, `Wave & sea ${randomUUID()}.png`, '?v=1')
    expect(await empty({ ids: [trashId] }, admin)).toMatchObject({ body: { rows: 1, files: 1 } })
    expect(await isThere(path)).toBe(false)
  })

  test('is emptied by the schedule of what is thirty days old', async () => {
    const editor = await signedInClient({ role: 'editor', target: 'shop' })
    const [old, young] = [await removedWallpaper(editor), await removedWallpaper(editor)]
    const { databaseUrl } = target('shop')
    const db = new pg.Client(databaseUrl)
    await db.connect()
    await db.query(`update public.trash set removed_at = now() - interval '31 days' where id = $1`, [old.trashId])
    await db.end()
    expect((await empty({}, 'service')).status).toBe(200)
    expect([await isThere(old.path), await isThere(young.path)]).toEqual([false, true])
  })

  test('is emptied by nobody else', async () => {
    const editor = await signedInClient({ role: 'editor', target: 'shop' })
    const { path, trashId } = await removedWallpaper(editor)
    expect((await empty({ ids: [trashId] }, editor)).status).toBe(403)
    expect((await empty({ ids: [trashId] }, null)).status).toBe(401)
    expect(await isThere(path)).toBe(true)
  })
})
