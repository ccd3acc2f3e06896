import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, readdir, readFile, realpath, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from '../../kernel/make-folder.ts'
import { type Account, canReach } from './account.ts'
import { SYSTEM_FOLDER } from './binaries.ts'
import { codeOf, folderMissing, folderUnusable, wrongOwner } from './errors.ts'

export interface Place {
  /** PostgreSQL's own data directory. */
  cluster: string
  /** The folder around it, owned by the database's account. */
  folder: string
  passwordFile: string
  logFile: string
}

/** In the data folder: where the cluster lies. */
const POINTER = 'DATABASE-IS-AT'
/** Beside such a cluster: whose it is. */
const OWNER = 'BELONGS-TO'

/**
 * Decides where the cluster lies: in the data folder, or, where the account that root chose cannot reach that, in a
 * folder of the system; then a small file in the data folder says where. Without that file no cluster of the system is
 * used, so that removing the data folder is always a new beginning.
 */
export async function preparePlace(dataDir: string, account: Account): Promise<Place> {
  try {
    await makeFolder(dataDir, 0o700)
    const real = await realpath(dataDir)
    const folder = await chooseFolder(real, account)
    if (account) await chown(folder, account.uid, account.gid)
    await chmod(folder, 0o700)
    const cluster = join(folder, 'pgdata')
    await refuseForeign(cluster, account)
    // Root's secret stays root's: the server itself never reads it.
    return { cluster, folder, passwordFile: join(real, 'postgres-password'), logFile: join(folder, 'postgres.log') }
  } catch (error) {
    const code = codeOf(error)
    if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT'].includes(code)) throw folderUnusable(dataDir, code)
    throw error
  }
}

async function chooseFolder(dataDir: string, account: Account): Promise<string> {
  const pointed = await pointedFolder(dataDir)
  if (pointed) {
    if (!(await stat(pointed).catch(() => null))) throw folderMissing(dataDir, pointed)
    return pointed
  }
  if (account) await openForAccount(dirname(dataDir), account)
  if (await canReach(dirname(dataDir), account)) return dataDir
  return makeSystemFolder(dataDir)
}

/**
 * A folder of root's that is closed to everybody: its group becomes the account's, which may pass through and see
 * nothing. What lies in it is closed by its own modes.
 */
async function openForAccount(folder: string, account: NonNullable<Account>): Promise<void> {
  const { uid, gid, mode } = await stat(folder)
  const groupHasNoUse = gid === 0 || (mode & 0o070) === 0
  if (uid !== 0 || !groupHasNoUse || (mode & 0o001) !== 0) return
  await chown(folder, uid, account.gid)
  await chmod(folder, (mode & 0o7707) | 0o010)
}

async function makeSystemFolder(dataDir: string): Promise<string> {
  const folder = join(SYSTEM_FOLDER, `database-${randomBytes(8).toString('hex')}`)
  await mkdir(SYSTEM_FOLDER, { recursive: true, mode: 0o755 })
  await mkdir(folder, { mode: 0o700 })
  await writeFile(join(folder, OWNER), `${dataDir}\n`, { mode: 0o600 })
  const reason = `PostgreSQL does not run as root, and its account cannot pass through the folders above ${dataDir}.`
  const advice = 'A backup of this folder needs that one too; who removes this folder should remove that one as well.'
  await writeFile(join(dataDir, POINTER), `${folder}\n\n${reason}\n${advice}\n`, { mode: 0o600 })
  return folder
}

/** The folder of the system that the cluster of this data folder lies in; null when it lies in the data folder itself. */
export async function pointedFolder(dataDir: string): Promise<string | null> {
  const text = await readFile(join(dataDir, POINTER), 'utf8').catch(() => '')
  return text.split('\n')[0] || null
}

export interface Abandoned {
  folder: string
  /** The data folder that no longer names it. */
  dataDir: string
}

/** Clusters in the system's folder whose data folders are gone. Only named: such a disk may just not be mounted. */
export async function abandonedFolders(systemFolder = SYSTEM_FOLDER): Promise<Abandoned[]> {
  const names = await readdir(systemFolder).catch(() => [])
  const found = await Promise.all(
    names.map(async (name) => {
      const folder = join(systemFolder, name)
      const dataDir = (await readFile(join(folder, OWNER), 'utf8').catch(() => '')).trim()
      return dataDir === '' || (await pointedFolder(dataDir)) === folder ? [] : [{ folder, dataDir }]
    }),
  )
  return found.flat()
}

/** PostgreSQL insists on owning its files; it says so less plainly. */
async function refuseForeign(cluster: string, account: Account): Promise<void> {
  const found = await stat(cluster).catch(() => null)
  const wanted = account?.uid ?? process.getuid?.()
  if (found && wanted !== undefined && found.uid !== wanted) {
    throw wrongOwner({ cluster, owner: found.uid, account: wanted })
  }
}
