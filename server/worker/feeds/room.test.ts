import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSpool } from '../../../supabase/functions/_shared/networks/spool.ts'
import { createRoom, spoolWithin } from './room.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dahlia-room-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const { signal } = new AbortController()
const pieces = (count: number, bytes: number) => Array.from({ length: count }, () => Buffer.alloc(bytes))
const spoolOf = async (options: { maxBytes: number; leastFreeBytes?: number }) =>
  spoolWithin(await openSpool(join(folder, 'run')), createRoom(folder, options))

test('what fits is kept, what does not is refused with a sentence and leaves nothing', async () => {
  const spool = await spoolOf({ maxBytes: 10_000_000, leastFreeBytes: 0 })
  await spool.keep('one', pieces(6, 1_000_000), signal)
  await expect(spool.keep('two', pieces(6, 1_000_000), signal)).rejects.toThrow(
    'What imports have fetched fills the 0.01 GB that it may take (IMPORT_FILES_GB).',
  )
  expect(await readdir(join(folder, 'run'))).toEqual(['one'])
})

test('what was there before counts, and no longer once it is deleted', async () => {
  const before = join(folder, 'left')
  await writeFile(before, Buffer.alloc(9_000_000))
  const room = createRoom(folder, { maxBytes: 10_000_000, leastFreeBytes: 0 })
  await room.measure()
  await expect(room.take(2_000_000)).rejects.toThrow('What imports have fetched fills')
  await rm(before)
  await room.take(2_000_000)
})

test('an endless answer is refused before it ends', async () => {
  let given = 0
  function* endless() {
    for (;;) {
      given += 1_000_000
      yield Buffer.alloc(1_000_000)
    }
  }
  const spool = await spoolOf({ maxBytes: 20_000_000, leastFreeBytes: 0 })
  await expect(spool.keep('one', endless(), signal)).rejects.toThrow('What imports have fetched fills')
  expect(given).toBeLessThan(60_000_000)
})

test('a disk that is nearly full gets nothing more', async () => {
  const spool = await spoolOf({ maxBytes: 1e15, leastFreeBytes: 1e18 })
  await expect(spool.keep('one', pieces(1, 1), signal)).rejects.toThrow('The disk has less than')
  expect(await readdir(join(folder, 'run'))).toEqual([])
})
