import { createReadStream } from 'node:fs'
import { copyFile, link, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { DataStore, ERRORS, Upload } from '@tus/server'
import { z } from 'zod'
import { isUuid } from '../caller.ts'
import { deleteExpired, UPLOAD_LIFETIME_MS } from './unfinished.ts'

/** What must survive a restart between two pieces. */
const stateSchema = z.object({
  size: z.number().optional(),
  createdAt: z.string(),
  metadata: z.record(z.string(), z.string().nullable()),
  bucketId: z.string(),
  key: z.string(),
  upsert: z.boolean(),
  /** sub of the creator: only the same caller continues the upload. */
  ownerId: z.string().optional(),
  /** By what it was begun, a signature or a role: nothing else continues it. Uploads of earlier versions lack it. */
  right: z.string().optional(),
  /** The version that the object's bytes get, from before they are kept. */
  version: z.string().optional(),
  /** The object's id, once the upload has become an object. */
  finished: z.string().optional(),
})
export type UploadState = z.output<typeof stateSchema>

/**
 * Unfinished resumable uploads: for each a file of the bytes so far and a small JSON file beside it. How far an upload
 * got is the size of its file, never a number written elsewhere, so a crash cannot make the two disagree.
 */
export class UploadFiles extends DataStore {
  readonly #dir: string
  /** Whose the unfinished uploads are, by id. */
  readonly #unfinished = new Map<string, string>()
  /** Of these, those that have no file yet. */
  readonly #beginning = new Set<string>()

  constructor(dir: string) {
    super()
    this.#dir = dir
    this.extensions = ['creation', 'creation-with-upload', 'creation-defer-length', 'termination', 'expiration']
  }

  async prepare(): Promise<void> {
    await mkdir(this.#dir, { recursive: true, mode: 0o700 })
    for (const name of await readdir(this.#dir)) {
      const id = name.endsWith('.json') ? name.slice(0, -'.json'.length) : ''
      // Damaged, or removed in this very moment: nobody can continue it, so it counts for nobody.
      const state = await this.readState(id).catch(() => null)
      if (state) this.#note(id, state)
    }
  }

  /**
   * Takes a place among the unfinished uploads of one beginner, before anything is waited for: false when those before
   * it fill the limit. What another process finished, cancelled or cleaned up counts no longer.
   */
  async begin(id: string, { beginner, limit }: { beginner: Beginner; limit: number }): Promise<boolean> {
    const whose = beginnerOf(beginner)
    const before = [...this.#unfinished].flatMap(([other, its]) => (its === whose ? [other] : []))
    this.#unfinished.set(id, whose)
    this.#beginning.add(id)
    const known = before.filter((other) => !this.#beginning.has(other))
    const there = await Promise.all(known.map((other) => stat(this.bytesPath(other)).catch(() => null)))
    for (const [index, found] of there.entries()) if (!found) this.#unfinished.delete(known[index] ?? '')
    const count = before.length - there.filter((found) => found === null).length
    if (count < limit) return true
    this.#forget(id)
    return false
  }

  #forget(id: string) {
    this.#unfinished.delete(id)
    this.#beginning.delete(id)
  }

  #note(id: string, state: UploadState) {
    if (state.finished === undefined) this.#unfinished.set(id, beginnerOf(state))
    else this.#unfinished.delete(id)
  }

  bytesPath(id: string): string {
    return this.#path(id, 'part')
  }

  async readState(id: string): Promise<UploadState> {
    if (!isUuid(id)) throw ERRORS.FILE_NOT_FOUND
    const text = await readFile(this.#path(id, 'json'), 'utf8').catch(() => null)
    if (text === null) throw ERRORS.FILE_NOT_FOUND
    return stateSchema.parse(JSON.parse(text))
  }

  async writeState(id: string, state: UploadState): Promise<void> {
    const temporary = this.#path(id, 'new')
    await writeFile(temporary, JSON.stringify(state), { mode: 0o600 })
    await rename(temporary, this.#path(id, 'json'))
    this.#note(id, state)
  }

  async linkBytes(id: string): Promise<string> {
    const path = this.#path(id, 'whole')
    await rm(path, { force: true })
    // Not every file system has a second name for a file.
    await link(this.bytesPath(id), path).catch(() => copyFile(this.bytesPath(id), path))
    return path
  }

  /** What is left of an upload that became an object: how far it got, for whoever asks once more. */
  async finish(id: string, state: UploadState): Promise<void> {
    await this.writeState(id, state)
    await rm(this.bytesPath(id), { force: true })
  }

  override async create(upload: Upload): Promise<Upload> {
    await writeFile(this.bytesPath(upload.id), '', { flag: 'wx', mode: 0o600 })
    this.#beginning.delete(upload.id)
    upload.creation_date = (await this.readState(upload.id)).createdAt
    return upload
  }

  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const handle = await open(this.bytesPath(id), 'r+')
    let position = offset
    try {
      for await (const chunk of source) {
        for (let written = 0; written < chunk.length; ) {
          const { bytesWritten } = await handle.write(chunk, written, chunk.length - written, position)
          written += bytesWritten
          position += bytesWritten
        }
      }
      await handle.sync()
    } catch (error) {
      // What came before a broken connection is kept: that is what makes the upload resumable.
      if (!isCut(error)) throw error
    } finally {
      await handle.close()
    }
    return position
  }

  override async getUpload(id: string): Promise<Upload> {
    const state = await this.readState(id)
    const offset = await this.offsetOf(id)
    return new Upload({
      id,
      offset,
      metadata: state.metadata,
      creation_date: state.createdAt,
      ...(state.size === undefined ? {} : { size: state.size }),
    })
  }

  /** The bytes go when the upload becomes an object: then its state, read afterwards, knows how many there were. */
  async offsetOf(id: string): Promise<number> {
    const found = await stat(this.bytesPath(id)).catch(() => null)
    if (found) return found.size
    const { finished, size } = await this.readState(id)
    if (finished === undefined || size === undefined) throw ERRORS.FILE_NOT_FOUND
    return size
  }

  override async declareUploadLength(id: string, size: number): Promise<void> {
    await this.writeState(id, { ...(await this.readState(id)), size })
  }

  override async remove(id: string): Promise<void> {
    this.#forget(id)
    await Promise.all(['part', 'json', 'new', 'whole'].map((kind) => rm(this.#path(id, kind), { force: true })))
  }

  override getExpiration(): number {
    return UPLOAD_LIFETIME_MS
  }

  override deleteExpired(): Promise<number> {
    return deleteExpired(this.#dir)
  }

  async headOf(id: string, bytes: number): Promise<Uint8Array> {
    const chunks: Uint8Array[] = []
    for await (const chunk of createReadStream(this.bytesPath(id), { end: bytes - 1 })) chunks.push(chunk)
    return Buffer.concat(chunks)
  }

  #path(id: string, kind: string): string {
    if (!isUuid(id)) throw ERRORS.FILE_NOT_FOUND
    return join(this.#dir, `${id}.${kind}`)
  }
}

type Beginner = Pick<UploadState, 'ownerId' | 'right'>

const beginnerOf = ({ ownerId, right }: Beginner) => JSON.stringify([right, ownerId])

function isCut(error: unknown): boolean {
  return (
    error instanceof Error &&
    ('code' in error
      ? /^(ECONNRESET|ERR_STREAM_PREMATURE_CLOSE|ABORT_ERR)$/.test(String(error.code))
      : error.name === 'AbortError')
  )
}
