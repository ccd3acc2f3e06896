import { readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { serverAccount } from './embedded/account.ts'
import { pointedFolder, preparePlace } from './embedded/data-directory.ts'
import { findPostmaster } from './embedded/postmaster.ts'

/** Whether a server runs on this folder's cluster. Makes and changes nothing. */
export async function isEmbeddedRunning(dataDir: string): Promise<boolean> {
  const real = await realpath(dataDir).catch(() => dataDir)
  return (await findPostmaster(join((await pointedFolder(real)) ?? real, 'pgdata'))) !== null
}

/**
 * Connection string of the embedded server that a running process keeps in this folder, or null when none runs. For
 * scripts that work beside it: they must neither start a second server nor take the folder over.
 */
export async function findRunningEmbedded(dataDir: string): Promise<string | null> {
  const place = await preparePlace(dataDir, await serverAccount())
  const found = await findPostmaster(place.cluster)
  const password = await readFile(place.passwordFile, 'utf8').catch(() => '')
  if (found?.port == null || password === '') return null
  return `postgres://postgres:${encodeURIComponent(password.trim())}@127.0.0.1:${found.port}/postgres`
}
