import { createHash } from 'node:crypto'
import { chmod, chown, mkdir, readFile, realpath, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Account, canReach } from './account.ts'
import { SYSTEM_FOLDER } from './binaries.ts'
import { codeOf, folderUnusable, wrongOwner } from './errors.ts'

export interface Place {
  /** PostgreSQL's own data directory. */
  cluster: string
  /** The folder around it, owned by the database's account. */
  folder: string
  passwordFile: string
  logFile: string
}

const POINTER = 'DATABASE-IS-AT'

/**
 * Decides where the cluster lies: in the data folder, or, where the account that root chose cannot reach that, in a
 * folder of the system; then a small file in the data folder says where.
 */
export async function preparePlace(dataDir: string, account: Account): Promise<Place> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    const real = await realpath(dataDir)
    const folder = await chooseFolder(real, account)
    if (account) await chown(folder, account.uid, account.gid)
    await chmod(folder, 0o700)
    const cluster = join(folder, 'pgdata')
    await refuseForeign(cluster, account)
    // Root's secret stays root's: the server itself never reads it.
    return { cluster, folder, passwordFile: join(real, 'postgres-password'), logFile: join(folder, 'postgres.log') }
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR'].includes(codeOf(error))) throw folderUnusable(dataDir, codeOf(error))
    throw error
  }
}

async function chooseFolder(dataDir: string, account: Account): Promise<string> {
  const pointed = await pointedFolder(dataDir)
  if (pointed) return pointed
  if (await canReach(dirname(dataDir), account)) return dataDir
  const key = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  const folder = join(SYSTEM_FOLDER, key)
  await mkdir(SYSTEM_FOLDER, { recursive: true, mode: 0o755 })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const reason = `PostgreSQL does not run as root, and its account cannot pass through the folders above ${dataDir}.`
  await writeFile(join(dataDir, POINTER), `${folder}\n\n${reason}\nA backup of this folder needs that one too.\n`, {
    mode: 0o600,
  })
  return folder
}

/** The folder of the system that the cluster of this data folder lies in; null when it lies in the data folder itself. */
export async function pointedFolder(dataDir: string): Promise<string | null> {
  const text = await readFile(join(dataDir, POINTER), 'utf8').catch(() => '')
  return text.split('\n')[0] || null
}

/** PostgreSQL insists on owning its files; it says so less plainly. */
async function refuseForeign(cluster: string, account: Account): Promise<void> {
  const found = await stat(cluster).catch(() => null)
  const wanted = account?.uid ?? process.getuid?.()
  if (found && wanted !== undefined && found.uid !== wanted) {
    throw wrongOwner({ cluster, owner: found.uid, account: wanted })
  }
}
