import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** What our own images are, or are drawn from. */
const folders = ['public/art', 'demo'].map((path) => fileURLToPath(new URL(`../../../${path}`, import.meta.url)))

/**
 * One short name for all of our own images as they are now. One for all, and not one each: a list of images then
 * repeats it, and repeated text costs a compressed page nothing.
 */
export function imageVersion(): string {
  const hash = createHash('sha256')
  for (const folder of folders) {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile()).map((entry) => `${entry.parentPath}/${entry.name}`)
    for (const file of files.sort()) hash.update(`${file.slice(folder.length)}\0`).update(readFileSync(file))
  }
  return hash.digest('base64url').replaceAll(/[-_]/g, '').slice(0, 6)
}
