import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** A complete file on the local disk that no version names yet. */
export interface TempFile {
  path: string
  size: number
  /** Hexadecimal. */
  md5: string
}

/** Writes the chunks to a new file. On any failure nothing stays behind. */
export async function writeTempFile(chunks: AsyncIterable<Uint8Array>, dir: string): Promise<TempFile> {
  const path = join(dir, randomUUID())
  const hash = createHash('md5')
  let size = 0
  const handle = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of chunks) {
      hash.update(chunk)
      size += chunk.byteLength
      await handle.writeFile(chunk)
    }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  } finally {
    await handle.close()
  }
  return { path, size, md5: hash.digest('hex') }
}

/** The same facts about a file that was received in pieces. */
export async function describeFile(path: string): Promise<TempFile> {
  const hash = createHash('md5')
  let size = 0
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk)
    size += chunk.length
  }
  return { path, size, md5: hash.digest('hex') }
}
