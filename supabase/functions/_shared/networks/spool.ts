import { createWriteStream } from 'node:fs'
import { access, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/**
 * What a network delivered, kept on disk: a run that broke off goes on where it was, one that was held is published without
 * asking again, and the database never waits for a slow network.
 */
export interface Spool {
  /** Path of a part that was delivered whole; null when it was not. */
  find(part: string): Promise<string | null>
  /** Writes a part and returns its path. It counts only once its last byte is on disk. */
  keep(part: string, bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, signal: AbortSignal): Promise<string>
}

export async function openSpool(folder: string): Promise<Spool> {
  // Feeds are confidential, and some hold what only we may read.
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const pathOf = (part: string) => {
    if (!/^[\w-]{1,100}$/.test(part)) throw new Error('A part is named by letters, digits and dashes.')
    return join(folder, part)
  }
  return {
    async find(part) {
      const path = pathOf(part)
      return access(path).then(
        () => path,
        () => null,
      )
    },
    async keep(part, bytes, signal) {
      const path = pathOf(part)
      const partial = `${path}.part`
      try {
        await pipeline(Readable.from(bytes), createWriteStream(partial, { mode: 0o600, flush: true }), { signal })
        await rename(partial, path)
      } catch (error) {
        await rm(partial, { force: true })
        throw error
      }
      return path
    },
  }
}
