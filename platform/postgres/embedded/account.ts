import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { noAccount } from './errors.ts'

const run = promisify(execFile)

/** The account that PostgreSQL runs as; null: the one that started this process. */
export type Account = { uid: number; gid: number } | null

/** PostgreSQL refuses to run as root, so root hands it to a system account. */
export async function serverAccount(): Promise<Account> {
  if (process.getuid?.() !== 0) return null
  for (const name of ['postgres', '_postgres', 'nobody']) {
    try {
      const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
      return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
    } catch {
      // not on this machine: try the next
    }
  }
  throw noAccount()
}

/** Whether the account may pass through every folder down to `path`; folders below /root, for one, are closed to it. */
export async function canReach(path: string, account: Account): Promise<boolean> {
  if (!account) return true
  for (let folder = path; ; folder = dirname(folder)) {
    const { mode, uid, gid } = await stat(folder)
    const needed = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
    if ((mode & needed) === 0) return false
    if (folder === dirname(folder)) return true
  }
}
