import { readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { networkErrors } from '../../../supabase/functions/_shared/errors.ts'
import type { Spool } from '../../../supabase/functions/_shared/networks/spool.ts'

export interface RoomOptions {
  /** What the files of all imports may take together. */
  maxBytes: number
  /** What stays free on the disk, which the database and uploads need as well. */
  leastFreeBytes?: number
}

export interface Room {
  /** Looks at the disk; what other processes wrote or deleted is known from then on. */
  measure(): Promise<void>
  /** Counts what is about to be written. Throws a FeedError where there is no room for it. */
  take(bytes: number): Promise<void>
}

const LEAST_FREE_BYTES = 500_000_000

/** The room that imports have for what they fetch, over all runs of this process. */
export function createRoom(folder: string, { maxBytes, leastFreeBytes = LEAST_FREE_BYTES }: RoomOptions): Room {
  let used = 0
  const measure = async () => {
    used = await sizeOf(folder)
  }
  return {
    measure,
    async take(bytes) {
      used += bytes
      // Some of it may have been deleted meanwhile.
      if (used > maxBytes) {
        await measure()
        used += bytes
      }
      if (used > maxBytes) throw networkErrors.spoolsFull(maxBytes)
      const { bavail, bsize } = await statfs(folder)
      if (bavail * bsize - bytes < leastFreeBytes) throw networkErrors.diskFull(leastFreeBytes)
    },
  }
}

async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  let bytes = 0
  for (const name of names) {
    // Deleted between the two.
    const found = await stat(join(folder, name)).catch(() => null)
    if (found?.isFile()) bytes += found.size
  }
  return bytes
}

/** Asked once in so many bytes: the disk answers fast, but not for every piece of a large list. */
const STEP_BYTES = 4_000_000

/** A spool that keeps nothing for which there is no room. */
export function spoolWithin(spool: Spool, room: Room): Spool {
  return {
    find: spool.find,
    keep: (part, bytes, signal) => spool.keep(part, counted(bytes, room), signal),
  }
}

async function* counted(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, room: Room) {
  let pending = 0
  await room.take(0)
  for await (const piece of bytes) {
    pending += piece.length
    if (pending >= STEP_BYTES) {
      await room.take(pending)
      pending = 0
    }
    yield piece
  }
  await room.take(pending)
}
