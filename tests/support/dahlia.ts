import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../server/main.ts', import.meta.url))

export interface Dahlia {
  url: string
  dataDir: string
  child: ChildProcess
  /** Everything the process has printed. */
  output(): string
  /** Ends with the exit code once the process is gone. */
  exited: Promise<number | null>
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/** The real process on the built site, with a data folder of its own, until it says that it is ready. */
export async function startProcess({ dataDir, port, env = {} }: ProcessOptions): Promise<Dahlia> {
  const running = spawnProcess({ dataDir, port, env })
  const ready = new Promise<void>((resolve, reject) => {
    const look = () => running.output().includes('Dahlia is ready at') && resolve()
    running.child.stdout?.on('data', look)
    running.exited.then((code) =>
      reject(new Error(`The process ended with ${code} before it was ready:\n${running.output()}`)),
    )
  })
  await ready
  return running
}

export interface ProcessOptions {
  dataDir: string
  port: number
  env?: Record<string, string>
}

/** The same without waiting, for starts that are meant to fail. */
export function spawnProcess({ dataDir, port, env = {} }: ProcessOptions): Dahlia {
  const child = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Not the settings of whoever runs the tests.
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TMPDIR: process.env.TMPDIR,
      DATA_DIR: dataDir,
      PORT: String(port),
      ...env,
    },
  })
  let output = ''
  const keep = (chunk: Buffer) => {
    output += chunk
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    child,
    output: () => output,
    exited,
    stop(signal = 'SIGTERM') {
      child.kill(signal)
      return exited
    },
  }
}

/** An empty data folder outside of the work tree, and how to remove it. */
export async function temporaryDataDir(): Promise<{ dataDir: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'dahlia-process-'))
  return { dataDir: join(folder, 'data'), remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }) }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        address !== null && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}
