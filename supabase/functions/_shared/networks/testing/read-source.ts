import type { CompletedList, FailedList, FeedBatch, FeedRow, RejectedRow, Source } from '../network.ts'

/** Everything that a source tells, read to its end. */
export async function readSource(source: Source, signal = new AbortController().signal) {
  const rows: FeedRow[] = []
  const rejected: RejectedRow[] = []
  const completed: CompletedList[] = []
  const failed: FailedList[] = []
  const programmes: NonNullable<FeedBatch['programmes']>[number][] = []
  let unchanged = 0
  let isAllComplete = false
  for await (const batch of source.read(signal)) {
    rows.push(...batch.rows)
    rejected.push(...batch.rejected)
    if (batch.completed === 'all') isAllComplete = true
    else completed.push(...(batch.completed ?? []))
    failed.push(...(batch.failed ?? []))
    programmes.push(...(batch.programmes ?? []))
    unchanged += batch.unchanged ?? 0
  }
  return { rows, rejected, completed, failed, programmes, unchanged, isAllComplete }
}
