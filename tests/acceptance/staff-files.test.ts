import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { type SignedIn, serviceClient, signedInClient } from '#tests/support/target.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
const AS_PNG = { contentType: 'image/png' }

let editor: SignedIn
beforeAll(async () => {
  editor = await signedInClient({ role: 'editor' })
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
  const undone = await editor.client.rpc('undo_change_set', { of_set: lines[0]?.change_set })
  expect(undone).toMatchObject({ status: 409, error: { message: expect.stringContaining('cannot be undone') } })
})

test('what the shop itself does with its files is not', async () => {
  const name = `${randomUUID()}.png`
  const files = serviceClient().storage.from('images')
  expect((await files.upload(name, PNG, AS_PNG)).error).toBeNull()
  expect((await files.remove([name])).error).toBeNull()
  expect(await linesOf(name)).toEqual([])
})
