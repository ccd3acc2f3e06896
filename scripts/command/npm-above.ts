import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

interface Process {
  parent: number
  command: string
}

/** How to ask whether the npm that runs this command, and the shell between them, are still there. */
export function npmAbove(): () => boolean {
  const shell = process.ppid
  const above = look(shell)
  // Where the shell replaced itself by the command, its parent is npm; what is above npm may come and go.
  if (!above || !/^\S*sh -c /.test(above.command) || above.parent <= 1) return () => process.ppid === shell
  return () => process.ppid === shell && parentIs(shell, above.parent)
}

/** A process whose parent has ended is given another one, also while nobody has taken note of that end. */
function parentIs(pid: number, parent: number): boolean {
  if (process.platform === 'linux') return linuxProcess(pid)?.parent === parent
  try {
    return process.kill(parent, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function look(pid: number): Process | null {
  if (process.platform === 'linux') return linuxProcess(pid)
  try {
    const line = execFileSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], { encoding: 'utf8' })
    const [, parent, command = ''] = /^\s*(\d+)\s+(.*)/.exec(line) ?? []
    return { parent: Number(parent), command }
  } catch {
    return null
  }
}

function linuxProcess(pid: number): Process | null {
  try {
    // "pid (name) state ppid …"; the name may hold spaces and brackets.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const parent = fields.slice(fields.lastIndexOf(')') + 2).split(' ')[1]
    return { parent: Number(parent), command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ') }
  } catch {
    return null
  }
}
