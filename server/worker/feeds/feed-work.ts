import { join } from 'node:path'
import { createBreaker } from '../../../supabase/functions/_shared/networks/breaker.ts'
import type { JobKind } from '../job.ts'
import { type FeedRunOptions, feedRun } from '../kinds/feed-run.ts'
import type { Chore } from '../worker.ts'
import { startDueFeeds } from './feed-clock.ts'
import { createRoom } from './room.ts'
import { sweepSpools } from './spools.ts'

export interface FeedWorkOptions extends Omit<FeedRunOptions, 'spools' | 'room'> {
  dataDir: string
  /** What the files of all imports may take together. */
  maxBytes: number
  /** How often the clock is asked. */
  clockMs?: number
}

/** Soon enough after a slot; asking costs one statement. */
const CLOCK_MS = 5000
const SWEEP_MS = 10 * 60 * 1000

/** What a worker does about imports: the runs themselves, the clock that starts them, and tidying up after them. */
export function feedWork({ dataDir, maxBytes, clockMs = CLOCK_MS, ...options }: FeedWorkOptions): {
  kind: JobKind
  chores: readonly Chore[]
} {
  const spools = join(dataDir, 'feeds')
  return {
    kind: feedRun({ breaker: createBreaker(), ...options, spools, room: createRoom(spools, { maxBytes }) }),
    chores: [
      { name: 'clock of imports', everyMs: clockMs, run: (pool) => startDueFeeds(pool, options) },
      { name: 'files of imports', everyMs: SWEEP_MS, run: (pool) => sweepSpools(pool, spools) },
    ],
  }
}
