import type { FeedBatch } from '../networks/network.ts'
import type { FeedIds } from './feed-ids.ts'

/** What a source told beside its rows, gathered over the run. */
export interface SourceOutcome {
  note(batch: FeedBatch): void
  /** Our ids of the lists that were read to their end, with the edition that was read. */
  completed(feedIds: FeedIds): ReadonlyMap<string, string>
  /** What the operator should know of a run that published; null when there is nothing. */
  message(): string | null
  /** Whether a list could not be read to its end. */
  hasFailed(): boolean
  /** Whether the run is one file, read to its end. */
  isWhole(): boolean
  programmes(): ReadonlyMap<string, 'joined' | 'not_joined' | 'closed'>
  /** Lists that need not be read again. */
  unchanged(): number
}

/** Failed lists that a message names. */
const MAX_NAMED = 5

export function createOutcome(): SourceOutcome {
  const lists: { programmeId: string; feedId: string; version: string }[] = []
  const failed: string[] = []
  const notes: string[] = []
  const programmes = new Map<string, 'joined' | 'not_joined' | 'closed'>()
  let isAll = false
  let unchanged = 0
  return {
    note(batch) {
      if (batch.completed === 'all') isAll = true
      else if (batch.completed) lists.push(...batch.completed)
      for (const { name, reason } of batch.failed ?? []) failed.push(`${name}: ${reason}`)
      notes.push(...(batch.notes ?? []))
      for (const { programmeId, status } of batch.programmes ?? []) programmes.set(programmeId, status)
      unchanged += batch.unchanged ?? 0
    },
    completed(feedIds) {
      const ids = new Map<string, string>()
      if (isAll) for (const id of feedIds.seen) ids.set(id, '')
      for (const list of lists) {
        const id = feedIds.idOf(list)
        // A list without a single row that could be used is not known to be empty.
        if (id !== undefined && feedIds.seen.has(id)) ids.set(id, list.version)
      }
      return ids
    },
    message() {
      if (failed.length === 0) return notes.join(' ') || null
      const more = failed.length > MAX_NAMED ? `; and ${failed.length - MAX_NAMED} more` : ''
      const short = `Not read to the end, so nothing of them was taken off the shop: ${failed.slice(0, MAX_NAMED).join('; ')}${more}`
      return [short, ...notes].join(' ')
    },
    hasFailed: () => failed.length > 0,
    isWhole: () => isAll,
    programmes: () => programmes,
    unchanged: () => unchanged,
  }
}
