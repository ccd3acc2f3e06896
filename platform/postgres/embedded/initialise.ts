import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isRunning } from '../../kernel/is-running.ts'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import type { Place } from './data-directory.ts'
import { codeOf, passwordMissing, wrongVersion } from './errors.ts'
import { findPostmaster } from './postmaster.ts'
import { stopPostmaster } from './stop.ts'

const run = promisify(execFile)

/** initdb takes a second; a disk that needs longer than this is not one to run a database on. */
const INITDB_TIMEOUT_MS = 120_000

export interface InitialiseOptions {
  place: Place
  account: Account
  binaries: Binaries
  /** For a new cluster, instead of a generated one. */
  password: string | undefined
}

/** Makes the cluster when there is none, and returns the superuser's password. */
export async function ensureCluster({ place, account, binaries, password }: InitialiseOptions): Promise<string> {
  await removeInterrupted(place)
  await stopServerOfRemoved(place)
  if (await stat(place.cluster).catch(() => null)) {
    await refuseOtherVersion(place, binaries)
    const kept = await readFile(place.passwordFile, 'utf8').catch(() => '')
    if (!kept) throw passwordMissing({ file: place.passwordFile, folder: place.folder })
    return kept
  }
  const secret = await keepPassword(place.passwordFile, password ?? randomBytes(24).toString('base64url'))
  await initialise({ place, account, binaries, secret })
  return secret
}

/** A server that a killed process left behind may outlive the folder that somebody then removed, for up to a minute. */
async function stopServerOfRemoved({ cluster }: Place): Promise<void> {
  const found = await findPostmaster(cluster)
  // In this order: another starter's server runs on a cluster that is there by now.
  if (found && !(await stat(cluster).catch(() => null))) await stopPostmaster(cluster)
}

/** The first of two starters at the same moment decides the password. */
async function keepPassword(file: string, proposed: string): Promise<string> {
  try {
    await writeFile(file, proposed, { mode: 0o600, flag: 'wx', flush: true })
    return proposed
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    const kept = await readFile(file, 'utf8')
    if (kept) return kept
    await writeFile(file, proposed, { mode: 0o600, flush: true })
    return proposed
  }
}

/** Into a folder beside, then renamed: an initdb that was cut off never looks like a cluster. */
async function initialise(options: { place: Place; account: Account; binaries: Binaries; secret: string }) {
  const { place, account, binaries, secret } = options
  const mark = `partial-${process.pid}-${randomBytes(4).toString('hex')}`
  const partial = join(place.folder, `pgdata.${mark}`)
  const passwordFile = join(place.folder, `password.${mark}`)
  await mkdir(partial, { mode: 0o700 })
  await writeFile(passwordFile, secret, { mode: 0o600 })
  if (account) {
    await chown(partial, account.uid, account.gid)
    await chown(passwordFile, account.uid, account.gid)
  }
  // macOS' C library has no C.UTF-8; PostgreSQL brings its own.
  const locale =
    process.platform === 'darwin'
      ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
      : ['--locale=C.UTF-8']
  const args = ['-D', partial, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8']
  try {
    const made = run(binaries.initdb, [...args, ...locale], {
      ...account,
      cwd: place.folder,
      timeout: INITDB_TIMEOUT_MS,
    })
    // A start that is given up takes its tool along; the server that this one runs ends with its input.
    const end = () => made.child.kill()
    process.once('exit', end)
    await made.finally(() => process.off('exit', end))
    await rename(partial, place.cluster)
  } catch (error) {
    // Another starter was first: its cluster has the same password.
    if (!['ENOTEMPTY', 'EEXIST'].includes(codeOf(error))) throw error
  } finally {
    await rm(partial, { recursive: true, force: true })
    await rm(passwordFile, { force: true })
  }
}

async function removeInterrupted({ folder }: Place): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = /^(?:pgdata|password)\.partial-(\d+)-/.exec(name)?.[1]
    if (pid && !isRunning(Number(pid))) await rm(join(folder, name), { recursive: true, force: true })
  }
}

async function refuseOtherVersion({ cluster }: Place, { postgres }: Binaries): Promise<void> {
  const made = (await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '')).trim()
  const { stdout } = await run(postgres, ['--version'])
  const have = /(\d+)/.exec(stdout)?.[1] ?? ''
  if (made !== have) throw wrongVersion({ cluster, made: made || 'an unknown version', have })
}
