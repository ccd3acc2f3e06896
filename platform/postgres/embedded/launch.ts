import { type ChildProcess, spawn } from 'node:child_process'
import { chown, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../free-port.ts'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import type { Place } from './data-directory.ts'
import { endWithProcess } from './end-with-process.ts'
import { codeOf, notOurs, portTaken, stoppedWhileStarting } from './errors.ts'
import { rotateLogFile } from './log-file.ts'
import { findPostmaster, type Postmaster, stillRuns } from './postmaster.ts'
import { serverSettings } from './settings.ts'

/** Replaying a crash's log of gigabytes takes its time; anything longer is a fault to look at. */
const START_TIMEOUT_MS = 120_000
const RETRY_MS = 30
/** Another program may take a free port in the moment before the server binds it. */
const PORT_ATTEMPTS = 5

export interface LaunchOptions {
  place: Place
  account: Account
  binaries: Binaries
  password: string
  settings: Record<string, string>
  /** Null: any free one. */
  port: number | null
}

export interface Running {
  pid: number
  port: number
  url: string
  /** Whether it was running already: left behind by a process that was killed. */
  adopted: boolean
}

/** Finds the server that still runs on the cluster, or starts one. Never two: PostgreSQL's own interlock stands behind. */
export async function findOrLaunch(options: LaunchOptions): Promise<Running> {
  const { cluster } = options.place
  for (let attempt = 1; ; attempt += 1) {
    const found = await findPostmaster(cluster)
    const adopted = found && (await adopt(found, options))
    if (adopted) return adopted
    // Nothing runs on the cluster, so whatever the file says, it is a leftover of a crash.
    await rm(join(cluster, 'postmaster.pid'), { force: true })
    const port = options.port ?? (await freePort())
    const child = await spawnServer(options, port)
    const url = urlOf(options.password, port)
    const started = await answering({ url, child, logFile: options.place.logFile })
    if (started === 'ready') return { pid: child.pid ?? 0, port, url, adopted: false }
    if (started === 'port taken' && options.port !== null) throw portTaken(port)
    // Also when another starter was faster: then the next round finds its server.
    if (attempt === PORT_ATTEMPTS) throw stoppedWhileStarting(await endOfLog(options.place.logFile))
  }
}

/** Waits for a server that starts, recovers or stops. Null: it has stopped. */
async function adopt({ pid, port }: Postmaster, options: LaunchOptions): Promise<Running | null> {
  const { cluster } = options.place
  const deadline = Date.now() + START_TIMEOUT_MS
  for (;;) {
    const state = port === null ? 'busy' : await knock(urlOf(options.password, port))
    if (state === 'open' && port !== null) return { pid, port, url: urlOf(options.password, port), adopted: true }
    if (state === 'refused' || Date.now() > deadline) throw notOurs(cluster, port ?? 0)
    await pause()
    if (!(await stillRuns(pid, cluster))) return null
  }
}

async function spawnServer({ place, account, binaries, settings }: LaunchOptions, port: number): Promise<ChildProcess> {
  await rotateLogFile(place.logFile)
  const log = await open(place.logFile, 'a', 0o600)
  try {
    if (account) await chown(place.logFile, account.uid, account.gid)
    const flags = Object.entries(serverSettings(port, settings)).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const child = spawn(binaries.postgres, ['-D', place.cluster, ...flags], {
      ...account,
      cwd: place.folder,
      stdio: ['ignore', log.fd, log.fd],
      // Its own process group: Ctrl-C in the terminal is for us, and we stop it when the last request is answered.
      detached: true,
    })
    child.unref()
    if (child.pid !== undefined) endWithProcess({ pid: child.pid, cluster: place.cluster })
    return child
  } finally {
    await log.close()
  }
}

interface Starting {
  url: string
  child: ChildProcess
  logFile: string
}

async function answering({ url, child, logFile }: Starting): Promise<'ready' | 'port taken' | 'ended'> {
  let failure: Error | null = null
  child.once('error', (error) => {
    failure = error
  })
  const deadline = Date.now() + START_TIMEOUT_MS
  for (;;) {
    if (failure) throw failure
    if (child.exitCode !== null || child.signalCode !== null) {
      const output = await endOfLog(logFile)
      if (/could not bind|could not create any TCP\/IP sockets/.test(output)) return 'port taken'
      if (/lock file "postmaster\.pid" already exists|pre-existing shared memory block/.test(output)) return 'ended'
      throw stoppedWhileStarting(output)
    }
    if ((await knock(url)) === 'open') return 'ready'
    if (Date.now() > deadline) throw stoppedWhileStarting(await endOfLog(logFile))
    await pause()
  }
}

/** 'refused': somebody else's server, or another password; 'busy': nobody there yet, or starting up or shutting down. */
async function knock(url: string): Promise<'open' | 'busy' | 'refused'> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.end()
    return 'open'
  } catch (error) {
    // 28P01 wrong password, 28000 no such login.
    return codeOf(error).startsWith('28') ? 'refused' : 'busy'
  }
}

function urlOf(password: string, port: number): string {
  return `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`
}

async function endOfLog(logFile: string): Promise<string> {
  const text = await readFile(logFile, 'utf8').catch(() => '')
  return text.slice(-2000).trim()
}

const pause = () => new Promise((resolve) => setTimeout(resolve, RETRY_MS))
