import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export interface DiskCache {
  /** null when there is none, it is too old, or what is on the disk is not what was written. */
  read(name: string): Promise<Buffer | null>
  /** Never throws, not for a full disk either: keeping is a convenience. */
  write(name: string, content: Buffer): Promise<void>
  /** What is on the disk, in whole blocks. */
  bytes(): number
}

export interface DiskCacheOptions {
  folder: string
  maxBytes: number
  /** Older ones are made anew: a shop may put another image under the same address. */
  maxAgeMs: number
  onError: (error: unknown) => void
  now?: () => number
}

/** Of a file's beginning: SHA-256 of all that follows, so that half a file or a flipped bit is noticed. */
const HASH_BYTES = 32
/** Then the time it was made, in milliseconds as a double; its content follows. */
const HEAD_BYTES = HASH_BYTES + 8
/** What the smallest file takes on common disks; counting it also bounds how many files there can be. */
const BLOCK_BYTES = 4096
/** A file's own time says when it was used last, so that a restart knows; more exactly than this is not worth a write. */
const TOUCH_EVERY_MS = 3_600_000
/** Of a file that is being written. A crash leaves it behind, the next start removes it. */
const UNFINISHED = '.part'

interface Entry {
  bytes: number
  touchedAt: number
}

/**
 * Files under one folder, bounded in bytes: those not used for longest go first. A file is written beside its place and
 * renamed, so nobody reads half of it. Names come from their maker, `[\w.-]{2,}`, and never from a visitor as they are.
 */
export async function openDiskCache(options: DiskCacheOptions): Promise<DiskCache> {
  const { folder, maxBytes, maxAgeMs, onError, now = Date.now } = options
  /** The one used longest ago first. */
  const entries = new Map<string, Entry>()
  let total = 0
  const pathOf = (name: string) => join(folder, name.slice(0, 2), name)

  function remember(name: string, entry: Entry) {
    removeEntry(name)
    entries.set(name, entry)
    total += entry.bytes
  }

  function removeEntry(name: string) {
    total -= entries.get(name)?.bytes ?? 0
    entries.delete(name)
  }

  async function remove(name: string) {
    removeEntry(name)
    await rm(pathOf(name), { force: true }).catch(onError)
  }

  async function makeRoom() {
    for (const name of entries.keys()) {
      if (total <= maxBytes) return
      await remove(name)
    }
  }

  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const [name, entry] of await filesOf(folder)) remember(name, entry)
  await makeRoom()

  return {
    async read(name) {
      const entry = entries.get(name)
      if (!entry) return null
      const file = await readFile(pathOf(name)).catch(() => null)
      if (!file || !isWhole(file) || now() - file.readDoubleBE(HASH_BYTES) > maxAgeMs) {
        await remove(name)
        return null
      }
      remember(name, entry)
      if (now() - entry.touchedAt > TOUCH_EVERY_MS) {
        entry.touchedAt = now()
        await utimes(pathOf(name), now() / 1000, now() / 1000).catch(onError)
      }
      return file.subarray(HEAD_BYTES)
    },
    async write(name, content) {
      const beside = `${pathOf(name)}.${randomUUID()}${UNFINISHED}`
      const file = fileOf(content, now())
      try {
        await mkdir(dirname(beside), { recursive: true, mode: 0o700 })
        await writeFile(beside, file)
        await rename(beside, pathOf(name))
        remember(name, { bytes: blocks(file.length), touchedAt: now() })
        await makeRoom()
      } catch (error) {
        onError(error)
        await rm(beside, { force: true }).catch(onError)
      }
    },
    bytes: () => total,
  }
}

/** What an earlier process left, the one used longest ago first. */
async function filesOf(folder: string): Promise<[name: string, entry: Entry][]> {
  const found: [string, Entry][] = []
  for (const file of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue
    const path = join(file.parentPath, file.name)
    if (file.name.endsWith(UNFINISHED)) await rm(path, { force: true })
    else {
      const { size, mtimeMs } = await stat(path)
      found.push([file.name, { bytes: blocks(size), touchedAt: mtimeMs }])
    }
  }
  return found.sort(([, a], [, b]) => a.touchedAt - b.touchedAt)
}

function fileOf(content: Buffer, madeAt: number): Buffer {
  const file = Buffer.concat([Buffer.alloc(HEAD_BYTES), content])
  file.writeDoubleBE(madeAt, HASH_BYTES)
  hashOf(file).copy(file)
  return file
}

const isWhole = (file: Buffer): boolean =>
  file.length >= HEAD_BYTES && hashOf(file).equals(file.subarray(0, HASH_BYTES))

const hashOf = (file: Buffer): Buffer => createHash('sha256').update(file.subarray(HASH_BYTES)).digest()

const blocks = (bytes: number): number => Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES
