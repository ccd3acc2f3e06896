import { type RejectedRow, rawText } from '../networks/network.ts'
import type { StageDifference } from './stage-difference.ts'

/** What happened to the rows of a run. Once it succeeded: read = rejected + duplicate + new + changed + unchanged. */
export interface RunCounts {
  read: number
  rejected: number
  duplicate: number
  new: number
  changed: number
  unchanged: number
  delisted: number
  rejectedByReason: Record<string, number>
  repairedByReason: Record<string, number>
  bytes: number
}

export interface Tally {
  counts: RunCounts
  /** Rows that a selection left out, by our id of the list. */
  leftOut: Map<string, number>
  /** Some rows of each reason, cut short. */
  samples: RejectedRow[]
  /** What a run that published nothing would change; null where that is not known. */
  difference: StageDifference | null
  reject(row: RejectedRow): void
  /** Rows that were rejected after they had been read, so that no sample of them is at hand. */
  rejectMany(reason: string, times: number): void
  repair(reason: string, times?: number): void
}

/** Enough to see the pattern, too few to fill the database with somebody's broken feed. */
const SAMPLES_PER_REASON = 5
const MAX_SAMPLE_CHARACTERS = 2000

export function createTally(): Tally {
  const counts: RunCounts = {
    read: 0,
    rejected: 0,
    duplicate: 0,
    new: 0,
    changed: 0,
    unchanged: 0,
    delisted: 0,
    rejectedByReason: {},
    repairedByReason: {},
    bytes: 0,
  }
  const samples: RejectedRow[] = []
  return {
    counts,
    leftOut: new Map(),
    samples,
    difference: null,
    reject({ line, reason, raw }) {
      counts.rejected++
      const times = (counts.rejectedByReason[reason] ?? 0) + 1
      counts.rejectedByReason[reason] = times
      // A copy of its own, not a slice that keeps a whole piece of the feed in memory. Postgres stores no NUL.
      if (times <= SAMPLES_PER_REASON) {
        const text = Buffer.from(rawText(raw).slice(0, MAX_SAMPLE_CHARACTERS)).toString().replaceAll('\0', '\uFFFD')
        samples.push({ line, reason, raw: text })
      }
    },
    rejectMany(reason, times) {
      if (times === 0) return
      counts.rejected += times
      counts.rejectedByReason[reason] = (counts.rejectedByReason[reason] ?? 0) + times
    },
    repair(reason, times = 1) {
      counts.repairedByReason[reason] = (counts.repairedByReason[reason] ?? 0) + times
    },
  }
}
