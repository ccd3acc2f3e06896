import { readFileSync } from 'node:fs'

/** Whether a process runs, under whatever account. One that has ended does not, even if no parent has taken note of it. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    const isAnotherAccounts = error instanceof Error && 'code' in error && error.code === 'EPERM'
    if (!isAnotherAccounts) return false
  }
  return !isZombie(pid)
}

/** A zombie can still be sent signals: only the kernel's table tells it from a process that runs. */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false
  try {
    // "pid (name) state …"; the name may hold spaces and brackets.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return ['Z', 'X'].includes(fields.charAt(fields.lastIndexOf(')') + 2))
  } catch {
    // Hidden from this account, or gone since the signal: the next look will tell.
    return false
  }
}
