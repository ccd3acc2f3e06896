import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type SignedIn, serviceClient, signedInClient } from '#tests/support/target.ts'

const signedIn = (role: 'editor' | 'admin') => signedInClient({ role, target: 'shop' })

/** What one of staff is told of a row; undefined for nothing. */
async function toldOf({ client }: SignedIn, rowKey: string) {
  const { data, error } = await client.rpc('my_notifications', { max_rows: 200 })
  expect(error).toBeNull()
  return data?.find((it: { row_key: string }) => it.row_key === rowKey)
}

async function message(): Promise<string> {
  const row = { id: randomUUID(), name: 'Ada', email: 'ada@test.example', subject: 'A secret', message: 'Hello' }
  expect((await serviceClient('shop').from('contact_messages').insert(row)).error).toBeNull()
  return row.id
}

describe('what waits for staff', () => {
  test('is told to whoever may see it, without a word of the person who wrote', async () => {
    const [editor, admin] = [await signedIn('editor'), await signedIn('admin')]
    const id = await message()
    expect(await toldOf(admin, id)).toMatchObject({ title: 'A message is not handled yet', is_read: false })
    expect(await toldOf(editor, id)).toBeUndefined()
    expect((await editor.client.from('notifications').select().eq('row_key', id)).data).toEqual([])
  })

  test('is told no more once it is handled, decided or deleted, and again when it is taken back', async () => {
    const admin = await signedIn('admin')
    const id = await message()
    const handle = (handled_at: string | null) =>
      admin.client.from('contact_messages').update({ handled_at }).eq('id', id)
    await handle('2026-01-01T00:00:00Z')
    expect(await toldOf(admin, id)).toBeUndefined()
    await handle(null)
    expect(await toldOf(admin, id)).toMatchObject({ is_read: false })
    await admin.client.from('contact_messages').delete().eq('id', id)
    expect(await toldOf(admin, id)).toBeUndefined()

    const draft = { id: randomUUID(), extracted_data: { product_name: 'Silk scarf' } }
    await admin.client.from('draft_products').insert(draft)
    expect(await toldOf(admin, draft.id)).toMatchObject({ title: 'A draft waits for review: Silk scarf' })
    await admin.client.from('draft_products').update({ status: 'rejected' }).eq('id', draft.id)
    expect(await toldOf(admin, draft.id)).toBeUndefined()
  })

  test('is told of a held or failed import until the next one of the same source is good', async () => {
    const admin = await signedIn('admin')
    const service = serviceClient('shop')
    const run = async (status: string) => {
      const row = { network_id: 'awin', source_name: 'notified.csv', status }
      const { data, error } = await service.from('feed_runs').insert(row).select('id').single()
      expect(error).toBeNull()
      return String(data?.id)
    }
    const [held, failed] = [await run('held'), await run('failed')]
    expect(await toldOf(admin, held)).toMatchObject({ title: 'An import is held: Awin' })
    expect(await toldOf(admin, failed)).toMatchObject({ title: 'An import failed: Awin' })
    await run('succeeded')
    expect([await toldOf(admin, held), await toldOf(admin, failed)]).toEqual([undefined, undefined])
  })
})

describe('having read it', () => {
  test('is each person’s own, is counted, and can be taken back', async () => {
    const [admin, other] = [await signedIn('admin'), await signedIn('admin')]
    const id = await message()
    const told = await toldOf(admin, id)
    const mark = (is_read: boolean) => admin.client.rpc('read_notifications', { ids: [told.id], is_read })
    expect((await mark(true)).error).toBeNull()
    expect(await toldOf(admin, id)).toMatchObject({ is_read: true })
    expect(await toldOf(other, id)).toMatchObject({ is_read: false })
    await mark(false)
    expect(await toldOf(admin, id)).toMatchObject({ is_read: false, unread: told.unread })
    await admin.client.rpc('read_notifications', {})
    expect(await toldOf(admin, id)).toMatchObject({ is_read: true, unread: 0 })
    expect((await toldOf(other, id)).unread).toBeGreaterThan(0)
  })

  test('is nothing for whoever may not see it', async () => {
    const [admin, editor] = [await signedIn('admin'), await signedIn('editor')]
    const told = await toldOf(admin, await message())
    await editor.client.rpc('read_notifications', { ids: [told.id] })
    const service = serviceClient('shop')
    await service.from('user_roles').update({ role: 'admin' }).eq('user_id', editor.user.id)
    expect(await toldOf(editor, told.row_key)).toMatchObject({ is_read: false })
  })
})
