import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { toWeb } from '../web-stream.ts'
import { isVersion, type StoredVersion, VersionMissing, type VersionStore } from './version-store.ts'

/**
 * Keeps versions as files: `<root>/versions/ab/<version>`, and what is being received in `<root>/temp`. 256 folders keep
 * each one short with a million files, and are soon all there, so an upload rarely waits for a new one.
 */
export async function openDiskStore(root: string): Promise<VersionStore> {
  const tempDir = join(root, 'temp')
  const versionsDir = join(root, 'versions')
  await Promise.all([tempDir, versionsDir].map((dir) => mkdir(dir, { recursive: true, mode: 0o700 })))
  const pathOf = (version: string) => versionPath(versionsDir, version)
  const keep = async (version: string, path: string) => {
    const target = pathOf(version)
    await flush(path)
    await makeDurableDir(dirname(target), versionsDir)
    await rename(path, target)
    await flush(dirname(target))
  }

  return {
    tempDir,
    put: (version, file) => keep(version, file.path),
    async read(version, range) {
      const handle = await openVersion(pathOf(version), version)
      return toWeb(handle.createReadStream({ autoClose: true, ...(range ?? {}) }))
    },
    async copy(from, to) {
      const temporary = join(tempDir, randomUUID())
      try {
        // A new inode with a new time, so that the orphan cleanup leaves it alone until its row is there.
        await copyFile(pathOf(from), temporary, constants.COPYFILE_FICLONE).catch((error: unknown) => {
          throw isMissing(error) ? new VersionMissing(from) : error
        })
        await keep(to, temporary)
      } finally {
        await rm(temporary, { force: true })
      }
    },
    async remove(versions) {
      await Promise.all(versions.filter(isVersion).map((version) => rm(pathOf(version), { force: true })))
    },
    async *list() {
      for (const folder of await readdir(versionsDir)) yield* listFolder(join(versionsDir, folder))
    },
  }
}

function versionPath(versionsDir: string, version: string): string {
  if (!isVersion(version)) throw new VersionMissing(version)
  return join(versionsDir, version.slice(0, 2), version)
}

async function* listFolder(folder: string): AsyncIterable<StoredVersion> {
  for (const version of await readdir(folder)) {
    // A file that is removed between the listing and this line has nothing left to tell.
    const found = await stat(join(folder, version)).catch(() => null)
    if (found) yield { version, modifiedAt: found.mtime }
  }
}

async function openVersion(path: string, version: string) {
  try {
    return await open(path, 'r')
  } catch (error) {
    throw isMissing(error) ? new VersionMissing(version) : error
  }
}

/** Bytes, then the folder entries that lead to them, must be on the disk before a row may name them. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function makeDurableDir(dir: string, root: string): Promise<void> {
  const created = await mkdir(dir, { recursive: true, mode: 0o700 })
  if (!created) return
  for (let path = dirname(dir); path.length >= root.length; path = dirname(path)) await flush(path)
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
