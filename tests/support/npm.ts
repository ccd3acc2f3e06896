import { type ChildProcess, spawn } from 'node:child_process'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export interface NpmCommand {
  /** npm itself, as a process manager or a terminal sees it. */
  npm: ChildProcess
  output(): string
  exited: Promise<number | null>
}

export interface NpmOptions {
  args: string[]
  env?: Record<string, string>
  cwd?: string
  /** As another account of the system; only root may. */
  account?: { uid: number; gid: number; home: string } | null
}

/** `npm …` in the project's folder, with none of the settings of whoever runs the tests. */
export function spawnNpm({ args, env = {}, cwd = ROOT, account = null }: NpmOptions): NpmCommand {
  const { PATH, HOME, TMPDIR } = process.env
  const npm = spawn('npm', args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH, HOME: account?.home ?? HOME, TMPDIR, ...env },
    ...(account ? { uid: account.uid, gid: account.gid } : {}),
    // A process group of its own, as a terminal makes one for each command.
    detached: true,
  })
  let output = ''
  const keep = (chunk: Buffer) => {
    output += chunk
  }
  npm.stdout.on('data', keep)
  npm.stderr.on('data', keep)
  const exited = new Promise<number | null>((resolve) => npm.once('exit', (code) => resolve(code)))
  return { npm, output: () => output, exited }
}

/** To npm and everything below it in its process group, as a terminal sends Ctrl-C and its own end. */
export function signalGroup({ npm }: NpmCommand, signal: NodeJS.Signals): void {
  if (npm.pid !== undefined) process.kill(-npm.pid, signal)
}

/** Resolves once it has said `text`; fails with everything it said when it ends before. */
export async function untilSaid({ npm, output, exited }: NpmCommand, text: string): Promise<void> {
  const said = new Promise<void>((resolve) => {
    const look = () => output().includes(text) && resolve()
    npm.stdout?.on('data', look)
    npm.stderr?.on('data', look)
    look()
  })
  const ended = exited.then((code) => {
    throw new Error(`npm ended with ${code} before it said "${text}":\n${output()}`)
  })
  await Promise.race([said, ended])
  ended.catch(() => {})
}

/** Whether anybody listens on the loopback port. */
export function isTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
