import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folderOf = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

/** Our own pictures by the first part of their address. */
const pictureFolders = { art: folderOf('public/art'), demo: folderOf('demo/images') }

/**
 * One short name for all of our own pictures as they are now. One for all, and not one each: a list of pictures then
 * repeats it, and repeated text costs a compressed page nothing.
 */
export function pictureVersion(): string {
  const hash = createHash('sha256')
  for (const [part, folder] of Object.entries(pictureFolders)) {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile()).map((entry) => `${entry.parentPath}/${entry.name}`)
    for (const file of files.sort()) hash.update(`/${part}${file.slice(folder.length)}\0`).update(readFileSync(file))
  }
  return hash.digest('base64url').replaceAll(/[-_]/g, '').slice(0, 6)
}
