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

/** A refused row as it is listed; line 0 is a sentence about many. */
export interface ListedRow {
  line: number
  reason: string
  raw: string
}

export interface Tally {
  counts: RunCounts
  /** Rows that a selection left out, by our id of the list. */
  leftOut: Map<string, number>
  /** Some rows of each reason, cut short. */
  samples: RejectedRow[]
  /** Refused rows that were not taken yet, cut short; of a run the first 50,000, and at its end how many more there are. */
  takeRefused(isEnd: boolean): ListedRow[]
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
/** All that somebody repairs by hand, and few enough for the database. */
const MAX_LISTED = 50_000
const MAX_LISTED_CHARACTERS = 500

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
  let refused: ListedRow[] = []
  let listed = 0
  let unlisted = 0
  return {
    counts,
    leftOut: new Map(),
    samples,
    difference: null,
    takeRefused(isEnd) {
      const taken = refused
      refused = []
      if (isEnd && unlisted > 0) {
        const reason = `Only the first ${MAX_LISTED} refused rows are listed; ${unlisted} more were refused.`
        taken.push({ line: 0, reason, raw: '' })
      }
      return taken
    },
    reject({ line, reason, raw }) {
      counts.rejected++
      const times = (counts.rejectedByReason[reason] ?? 0) + 1
      counts.rejectedByReason[reason] = times
      if (times <= SAMPLES_PER_REASON) samples.push({ line, reason, raw: cutText(raw, MAX_SAMPLE_CHARACTERS) })
      if (listed < MAX_LISTED) {
        listed++
        refused.push({ line, reason, raw: cutText(raw, MAX_LISTED_CHARACTERS) })
      } else unlisted++
    },
    rejectMany(reason, times) {
      if (times === 0) return
      counts.rejected += times
      counts.rejectedByReason[reason] = (counts.rejectedByReason[reason] ?? 0) + times
      refused.push({ line: 0, reason: `${reason}: ${times} rows`, raw: '' })
    },
    repair(reason, times = 1) {
      counts.repairedByReason[reason] = (counts.repairedByReason[reason] ?? 0) + times
    },
  }
}

/** A copy of its own, not a slice that keeps a whole piece of the feed in memory. Postgres stores no NUL. */
function cutText(raw: RejectedRow['raw'], characters: number): string {
  return Buffer.from(rawText(raw).slice(0, characters)).toString().replaceAll('\0', '\uFFFD')
}
