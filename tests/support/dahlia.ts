import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { z } from 'zod'
import { freePort } from '../../platform/index.ts'

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
export async function startProcess(options: ProcessOptions): Promise<Dahlia> {
  const running = spawnProcess(options)
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

export interface OwnShop extends Dahlia {
  /** Stops it and removes its data folder. */
  close(): Promise<void>
}

/** The same on a free port, in a data folder that goes with it. */
export async function startOwnShop(options: Pick<ProcessOptions, 'env' | 'main'> = {}): Promise<OwnShop> {
  const { dataDir, remove } = await temporaryDataDir({ seeded: true })
  try {
    const dahlia = await startProcess({ ...options, dataDir, port: await freePort() })
    const close = async () => {
      await dahlia.stop()
      await remove()
    }
    return { ...dahlia, close }
  } catch (error) {
    await remove()
    throw error
  }
}

export interface ProcessOptions {
  dataDir: string
  port: number
  env?: Record<string, string>
  /** Another program than server/main.ts that starts the process and says the same when it is ready. */
  main?: string
}

/** The same without waiting, for starts that are meant to fail. */
export function spawnProcess({ dataDir, port, env = {}, main = MAIN }: ProcessOptions): Dahlia {
  const child = spawn(process.execPath, [main], {
    // By its channel it notices when the tests are killed, and ends too.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
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
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
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

/**
 * A data folder outside of the work tree, and how to remove it. `seeded`: a copy of the shop that `npm test` made for
 * this run (SEEDED_SHOP); where there is none, and without `seeded`, it is empty, and a start makes the same.
 */
export async function temporaryDataDir({ seeded = false } = {}): Promise<TemporaryDataDir> {
  const folder = await mkdtemp(join(tmpdir(), 'dahlia-process-'))
  // As root the database runs under another account, which must be able to reach its folder.
  await chmod(folder, 0o711)
  const dataDir = join(folder, 'data')
  // With their owners: the database refuses a cluster of another account's.
  if (seeded && process.env.SEEDED_SHOP) await promisify(execFile)('cp', ['-a', process.env.SEEDED_SHOP, dataDir])
  return { dataDir, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }) }
}

export interface TemporaryDataDir {
  dataDir: string
  remove(): Promise<void>
}

/** The keys that a process made in its data folder. */
export async function keysOf({
  dataDir,
}: Pick<Dahlia, 'dataDir'>): Promise<{ publishableKey: string; secretKey: string }> {
  return keys.parse(JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')))
}

const keys = z.object({ publishableKey: z.string(), secretKey: z.string() })

/** Process id of the database in a data folder, null when none has been started. */
export async function postmasterOf({ dataDir }: Pick<Dahlia, 'dataDir'>): Promise<number | null> {
  const text = await readFile(join(dataDir, 'postgres', 'pgdata', 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number(text.split('\n')[0])
  // Never a signal to 0 (our own group) or 1.
  return pid > 1 ? pid : null
}
