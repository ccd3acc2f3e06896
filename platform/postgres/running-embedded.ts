import { readFile } from 'node:fs/promises'
import { serverAccount } from './embedded/account.ts'
import { preparePlace } from './embedded/place.ts'
import { findPostmaster } from './embedded/postmaster.ts'

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
