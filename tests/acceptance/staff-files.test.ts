import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { callFunction } from '#tests/support/call-function.ts'
import { type SignedIn, serviceClient, signedInClient } from '#tests/support/target.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
const AS_PNG = { contentType: 'image/png' }

let editor: SignedIn
beforeAll(async () => {
  editor = await signedInClient({ role: 'editor', target: 'shop' })
})

const linesOf = async (name: string) => {
  const { data } = await editor.client.from('audit_log').select().eq('table_name', 'files').eq('row_name', name)
  return (data ?? []).sort((one, other) => one.id - other.id)
}

test.each(['images', 'wallpapers'])('who replaces, moves or removes a file of %s is in the log', async (bucket) => {
  const [name, moved] = [`${randomUUID()}.png`, `${randomUUID()}.png`]
  const files = editor.client.storage.from(bucket)
  expect((await files.upload(name, PNG, AS_PNG)).error).toBeNull()
  expect(await linesOf(name)).toEqual([])
  expect((await files.update(name, PNG, AS_PNG)).error).toBeNull()
  expect((await files.upload(name, PNG, { ...AS_PNG, upsert: true })).error).toBeNull()
  expect((await files.move(name, moved)).error).toBeNull()
  expect((await files.remove([moved])).error).toBeNull()
  const lines = [...(await linesOf(name)), ...(await linesOf(moved))]
  expect(lines.map(({ columns }) => columns)).toEqual([
    ['file replaced'],
    ['file replaced'],
    [`file moved to ${bucket}/${moved}`],
    ['file removed'],
  ])
  expect(new Set(lines.map(({ actor }) => actor))).toEqual(new Set([editor.user.id]))
  expect(lines.map(({ action }) => action)).toEqual(['update', 'update', 'update', 'delete'])
  const undone = await editor.client.rpc('undo_change_set', { of_set: lines[0]?.change_set })
  expect(undone).toMatchObject({ status: 409, error: { message: expect.stringContaining('cannot be undone') } })
})

describe('a file that staff remove', () => {
  const bucket = 'images'
  const files = () => editor.client.storage.from(bucket)
  const isThere = async (path: string, where = bucket) =>
    (await serviceClient('shop').storage.from(where).exists(path)).data

  async function removedFile() {
    const name = `${randomUUID()}.png`
    expect((await files().upload(name, PNG, AS_PNG)).error).toBeNull()
    const bytes = await contents(name)
    expect((await files().remove([name])).data).toHaveLength(1)
    expect(await isThere(name)).toBe(false)
    const { data } = await editor.client.from('trash').select().eq('row_key', `${bucket}/${name}`).single()
    expect(data).toMatchObject({
      table_name: 'files',
      name,
      removed_by: editor.user.id,
      for_role: 'editor',
    })
    return { name, bytes, trashId: String(data?.id) }
  }
  const contents = async (name: string) => {
    const { data } = await files().download(name)
    return data ? Buffer.from(await data.arrayBuffer()).toString('base64') : null
  }

  test('comes back from the trash with its bytes, once', async () => {
    const { name, bytes, trashId } = await removedFile()
    expect(bytes).not.toBeNull()
    expect(await editor.client.rpc('restore_from_trash', { ids: [trashId] })).toMatchObject({ data: 1 })
    expect(await contents(name)).toBe(bytes)
    expect((await linesOf(name)).map(({ columns }) => columns[0])).toEqual(['file removed', 'file restored'])
    expect((await editor.client.rpc('restore_from_trash', { ids: [trashId] })).status).toBe(404)
  })

  test('comes back when the removal is undone, unless another has its place', async () => {
    const { name, bytes } = await removedFile()
    const [removal] = await linesOf(name)
    const undo = () => editor.client.rpc('undo_change_set', { of_set: removal?.change_set })
    expect((await files().upload(name, PNG, AS_PNG)).error).toBeNull()
    expect(await undo()).toMatchObject({ status: 409, error: { message: expect.stringContaining('taken its place') } })
    expect((await files().move(name, `${randomUUID()}.png`)).error).toBeNull()
    expect((await undo()).error).toBeNull()
    expect(await contents(name)).toBe(bytes)
    expect(await undo()).toMatchObject({ status: 409, error: { message: expect.stringContaining('is back already') } })
  })

  test('lies in the trash when another replaced it, and the two change places', async () => {
    const name = `${randomUUID()}.png`
    const other = await sharp(PNG).resize(3, 3).png().toBuffer()
    const trashed = async () => {
      const { data } = await editor.client.from('trash').select().eq('row_key', `${bucket}/${name}`)
      return data ?? []
    }
    const restoreAll = async () => {
      const ids = (await trashed()).map(({ id }) => id)
      expect(await editor.client.rpc('restore_from_trash', { ids })).toMatchObject({ data: 1 })
    }
    expect((await files().upload(name, PNG, AS_PNG)).error).toBeNull()
    const before = await contents(name)
    expect((await files().update(name, other, AS_PNG)).error).toBeNull()
    const after = await contents(name)
    expect(after).not.toBe(before)
    expect(await trashed()).toMatchObject([{ removed_by: editor.user.id, relations: { replaced: true } }])
    await restoreAll()
    expect(await contents(name)).toBe(before)
    await restoreAll()
    expect(await contents(name)).toBe(after)
    // Where nothing has the place any more, it is free.
    const [{ id } = { id: '' }] = await trashed()
    expect((await files().move(name, `${randomUUID()}.png`)).error).toBeNull()
    expect(await editor.client.rpc('restore_from_trash', { ids: [id] })).toMatchObject({ data: 1 })
    expect(await contents(name)).toBe(before)
    expect((await files().upload(name, PNG, { ...AS_PNG, upsert: true })).error).toBeNull()
    expect(await trashed()).toHaveLength(1)
  })

  test('is nobody’s to read, and not a viewer’s to restore', async () => {
    const { trashId } = await removedFile()
    const viewer = await signedInClient({ target: 'shop' })
    expect(await isThere(trashId, 'trash')).toBe(true)
    for (const { client } of [viewer, editor]) {
      expect((await client.storage.from('trash').download(trashId)).error).not.toBeNull()
      expect((await client.storage.from('trash').list()).data).toEqual([])
    }
    expect((await viewer.client.rpc('restore_from_trash', { ids: [trashId] })).status).toBe(403)
  })

  test('is gone for good when the trash is emptied', async () => {
    const { trashId } = await removedFile()
    const admin = await signedInClient({ role: 'admin', target: 'shop' })
    const { accessToken } = admin
    const emptied = await callFunction(
      'empty-trash',
      { ids: [trashId] },
      {
        headers: { authorization: `Bearer ${accessToken}` },
      },
    )
    expect(emptied).toMatchObject({ status: 200, body: { rows: 1, files: 1 } })
    expect(await isThere(trashId, 'trash')).toBe(false)
  })

  test('goes with a person whose address it names', async () => {
    const address = `${randomUUID()}@example.test`
    const name = `from ${address}/portrait.png`
    expect((await files().upload(name, PNG, AS_PNG)).error).toBeNull()
    expect((await files().remove([name])).error).toBeNull()
    const { data } = await editor.client.from('trash').select('id').eq('name', name).single()
    const admin = await signedInClient({ role: 'admin', target: 'shop' })
    expect(await admin.client.rpc('erase_address', { address })).toMatchObject({ data: 1 })
    expect(await isThere(String(data?.id), 'trash')).toBe(false)
    expect((await editor.client.from('trash').select('id').eq('id', data?.id)).data).toEqual([])
  })
})

test('what the shop itself does with its files is not', async () => {
  const name = `${randomUUID()}.png`
  const files = serviceClient('shop').storage.from('images')
  expect((await files.upload(name, PNG, AS_PNG)).error).toBeNull()
  expect((await files.remove([name])).error).toBeNull()
  expect(await linesOf(name)).toEqual([])
})
