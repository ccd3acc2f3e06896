import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findRunningEmbedded, onStopSignals, type StopSignal, silentLog, startEmbedded } from '#platform'
import { readConfig, readEnvironment } from '../../server/boot/config.ts'
import { ALLOCATOR_SETTINGS, HEAP_FLAGS } from './allocator.ts'
import { type Supervisor, supervise } from './supervise.ts'

const MAIN = fileURLToPath(new URL('../../server/main.ts', import.meta.url))
const WORKER = fileURLToPath(new URL('../../server/worker/main.ts', import.meta.url))

/** A worker gives its jobs back in a moment; what it cannot give back is taken up by the next one. */
const WORKER_STOP_MS = 6000

/**
 * Runs server/main.ts until it is asked to stop or is not worth another start, and a worker for long work beside it, from
 * when the server is ready: it has the database. Returns the exit code of the server.
 */
export async function superviseServer(): Promise<number> {
  let worker: Supervisor | null = null
  const server = supervise({
    start() {
      const child = startNode(MAIN)
      child.on('message', (message) => {
        if (message === 'ready') worker ??= superviseWorker()
      })
      return child
    },
    say,
  })
  const stopWorker = async (signal: StopSignal) => {
    worker?.stop(signal)
    await worker?.ended
  }
  onStopSignals({
    // The worker first: it still needs the database to give its jobs back.
    stop: (signal) => void stopWorker(signal).then(() => server.stop(signal)),
    hurry(signal) {
      worker?.stop(signal)
      server.stop(signal)
    },
  })
  const { code, orderly } = await server.ended
  await stopWorker('SIGTERM')
  if (!orderly) await stopDatabaseLeftBehind()
  return code
}

/** Ended or given up, it stops nothing: pages need no long work. */
const superviseWorker = () =>
  supervise({ start: () => startNode(WORKER), say, name: 'The worker', times: { stopMs: WORKER_STOP_MS } })

const startNode = (main: string) =>
  spawn(process.execPath, [...HEAP_FLAGS, main], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...ALLOCATOR_SETTINGS, ...process.env },
  })

const say = (line: string) => console.error(line)

/** A process that was killed has left its database running for the next one, and there will be none. */
async function stopDatabaseLeftBehind(): Promise<void> {
  try {
    const { databaseUrl, dataDir } = readConfig(readEnvironment(process.cwd()))
    const folder = join(dataDir, 'postgres')
    if (databaseUrl !== null || (await findRunningEmbedded(folder)) === null) return
    // Adopts it, unless another process works with it.
    const database = await startEmbedded({ dataDir: folder, log: silentLog })
    await database.stop()
  } catch {
    // In use, or not readable: then it is not ours to stop.
  }
}
