/**
 * Where the bytes lie. Each stored file has a random version (a UUID that its row names), and the version alone says
 * where the bytes are: no name that a client chose ever becomes a path or a key. A version is written once and never
 * changed, so a row and its bytes cannot disagree: bytes first, then the row, and what no row names is swept.
 */
export interface VersionStore {
  /** Local folder for files that are still being received; on the disk store, on the same file system. */
  readonly tempDir: string
  /** Makes a complete local file this version. Durable once resolved; the file at `path` may be gone then. */
  put(version: string, file: { path: string; size: number }): Promise<void>
  /** The bytes, or those from `start` to `end` (both included). Throws VersionMissing. */
  read(version: string, range?: { start: number; end: number }): Promise<ReadableStream<Uint8Array>>
  /** A second, independent copy. Throws VersionMissing. */
  copy(from: string, to: string): Promise<void>
  /** Removes what is there; what is not there is no error. */
  remove(versions: readonly string[]): Promise<void>
  /** Everything that is stored, for the orphan cleanup. */
  list(): AsyncIterable<StoredVersion>
}

export interface StoredVersion {
  version: string
  modifiedAt: Date
}

/** The row names bytes that are not there: moved in by a dump without its files. */
export class VersionMissing extends Error {
  constructor(version: string) {
    super(`No bytes are stored for version ${version}.`)
    this.name = 'VersionMissing'
  }
}

const VERSION = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Rows that came by dump may name anything; only our own kind of version can be a path here. */
export function isVersion(text: string): boolean {
  return VERSION.test(text)
}
