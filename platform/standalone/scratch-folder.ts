import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isRunning } from '../kernel/is-running.ts'
import { stopPostmaster } from '../postgres/embedded/stop.ts'

const NAME = /^platform-(\d+)-/

/**
 * A folder for a server that keeps nothing. Those of processes that were killed are removed first, their databases
 * stopped: nobody else would ever do it.
 */
export async function makeScratchFolder(parent = tmpdir()): Promise<string> {
  await removeLeftovers(parent)
  const made = await mkdtemp(join(parent, `platform-${process.pid}-`))
  // As root the database runs under another account, which must reach its folder in here.
  await chmod(made, 0o711)
  return made
}

/** Where the database of a server lies in its data folder. */
export const databaseFolder = (dataDir: string) => join(dataDir, 'db')

async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = Number(NAME.exec(name)?.[1] ?? process.pid)
    const folder = join(parent, name)
    const owner = (await stat(folder).catch(() => null))?.uid
    if (pid === process.pid || isRunning(pid) || owner !== process.getuid?.()) continue
    await stopPostmaster(join(databaseFolder(folder), 'pgdata'))
    await rm(folder, { recursive: true, force: true })
  }
}
