import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findRunningEmbedded, onStopSignals, silentLog, startEmbedded } from '#platform'
import { readConfig, readEnvironment } from '../../server/boot/config.ts'
import { ALLOCATOR_SETTINGS, HEAP_FLAGS } from './allocator.ts'
import { supervise } from './supervise.ts'

const MAIN = fileURLToPath(new URL('../../server/main.ts', import.meta.url))

/** Runs server/main.ts until it is asked to stop or is not worth another start; returns the exit code. */
export async function superviseServer(): Promise<number> {
  const supervisor = supervise({
    start: () =>
      spawn(process.execPath, [...HEAP_FLAGS, MAIN], {
        stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
        env: { ...ALLOCATOR_SETTINGS, ...process.env },
      }),
    say: (line) => console.error(line),
  })
  onStopSignals({ stop: supervisor.stop, hurry: supervisor.stop })
  const { code, orderly } = await supervisor.ended
  if (!orderly) await stopDatabaseLeftBehind()
  return code
}

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
