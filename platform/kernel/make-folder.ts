import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a folder and those above it that are missing. Not by mkdir's own `recursive`, which never returns below /proc,
 * where a folder that exists refuses new ones with ENOENT.
 */
export async function makeFolder(path: string, mode: number): Promise<void> {
  try {
    await mkdir(path, { mode })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return
    const above = dirname(path)
    const aboveIsMissing = code === 'ENOENT' && above !== path && !(await stat(above).catch(() => null))
    if (!aboveIsMissing) throw error
    await makeFolder(above, mode)
    await makeFolder(path, mode)
  }
}
