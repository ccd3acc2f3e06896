import { execFile, execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface Postmaster {
  pid: number
  /** Null while it has not bound one yet. */
  port: number | null
}

/**
 * The server that runs on a cluster, found by its command line (`postgres -D <cluster>`). Not by postmaster.pid: that
 * file may be empty or torn after a crash, and its number may belong to quite another process by now.
 */
export async function findPostmaster(cluster: string): Promise<Postmaster | null> {
  const commands = process.platform === 'linux' ? await linuxCommands() : await psCommands()
  const found = commands.find(({ command }) => isPostmasterOf(command, cluster))
  if (!found) return null
  return { pid: found.pid, port: portOf(found.command) ?? (await portInPidFile(cluster)) }
}

/** Whether that process is still the cluster's server: cheap enough to ask again and again. */
export async function stillRuns(pid: number, cluster: string): Promise<boolean> {
  const running = process.platform === 'linux' ? [await linuxCommand(pid)] : await psCommands('-p', String(pid))
  return running.some(({ command }) => isPostmasterOf(command, cluster))
}

/** The same, for a process that is ending and cannot wait. */
export function isRunningOn(pid: number, cluster: string): boolean {
  try {
    if (process.platform === 'linux') {
      return isPostmasterOf(readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0'), cluster)
    }
    const lines = execFileSync('ps', ['-p', String(pid), ...PS_FORMAT], { encoding: 'utf8' })
    return parsePs(lines).some(({ command }) => isPostmasterOf(command, cluster))
  } catch {
    return false
  }
}

interface Running {
  pid: number
  command: string[]
}

function isPostmasterOf(command: string[], cluster: string): boolean {
  // The server's own children carry titles such as `postgres: checkpointer`, in one piece.
  return basename(command[0] ?? '') === 'postgres' && command[1] === '-D' && command[2] === cluster
}

function portOf(command: string[]): number | null {
  const setting = command.find((part) => part.startsWith('port='))
  return setting ? Number(setting.slice('port='.length)) : null
}

/** Line 4 of postmaster.pid. */
async function portInPidFile(cluster: string): Promise<number | null> {
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  return Number(lines[3]) || null
}

async function linuxCommands(): Promise<Running[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  return Promise.all(pids.map((pid) => linuxCommand(Number(pid))))
}

async function linuxCommand(pid: number): Promise<Running> {
  // Gone in the meantime, or hidden from us: then it is not a server that we started.
  const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return { pid, command: text.split('\0') }
}

const PS_FORMAT = ['-ww', '-o', 'pid=,command=']

async function psCommands(...which: string[]): Promise<Running[]> {
  const selection = which.length > 0 ? which : ['-ax']
  const options = { maxBuffer: 64 * 1024 * 1024 }
  // ps fails when the process it is asked for is gone.
  const { stdout } = await run('ps', [...selection, ...PS_FORMAT], options).catch(() => ({ stdout: '' }))
  return parsePs(stdout)
}

/** Arguments come as one line, so a folder with spaces is put together again by comparing from the front. */
function parsePs(output: string): Running[] {
  return output.split('\n').flatMap((line) => {
    const match = /^\s*(\d+)\s+(.*\/postgres) (-D) (.*?)((?: -c [a-z_]+=\S*)*)$/.exec(line)
    if (!match) return []
    const [, pid, program = '', flag = '', folder = '', settings = ''] = match
    return [{ pid: Number(pid), command: [program, flag, folder, ...settings.split(' -c ').slice(1)] }]
  })
}
