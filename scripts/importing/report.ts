import type { Preview } from '../../supabase/functions/_shared/import/preview.ts'
import type { ImportResult } from '../../supabase/functions/_shared/import/run-import.ts'
import { grouped } from './progress.ts'

/** What a run would take and leave out, each with a few rows. */
export function previewLines({ read, taken, rejectedByReason, samples, message }: Preview): string[] {
  const named = (reason: string | null) =>
    samples.filter((sample) => sample.reason === reason).map(({ line, name }) => `               line ${line}: ${name}`)
  const fate = (label: string, value: number) => `  ${grouped(value).padStart(11)}  ${label}`
  const reasons = Object.entries(rejectedByReason).sort(([, a], [, b]) => b - a)
  return [
    `${grouped(read)} rows read; nothing was published`,
    ...[fate('would be taken', taken), ...named(null)],
    ...reasons.flatMap(([reason, times]) => [fate(reason, times), ...named(reason)]),
    ...(message ? [message] : []),
  ]
}

/** What happened, in lines whose first five figures add up to the rows read. */
export function reportLines({ status, message, counts }: ImportResult, seconds: number): string[] {
  const figure = (label: string, value: number) => `  ${grouped(value).padStart(11)}  ${label}`
  const reasons = (title: string, list: Record<string, number>) => {
    const entries = Object.entries(list).sort(([, a], [, b]) => b - a)
    return entries.length === 0 ? [] : [title, ...entries.map(([reason, times]) => figure(reason, times))]
  }
  const rate = grouped(Math.round(counts.read / Math.max(seconds, 0.001)))
  const fates =
    status === 'held'
      ? [figure('accepted, not published', counts.unchanged)]
      : [figure('new', counts.new), figure('changed', counts.changed), figure('unchanged', counts.unchanged)]
  return [
    `${grouped(counts.read)} rows read in ${seconds.toFixed(1)} s (${rate} rows/s)`,
    ...fates,
    figure('repeated in the feed', counts.duplicate),
    figure('rejected', counts.rejected),
    ...(counts.delisted > 0
      ? [`${grouped(counts.delisted)} products are no longer in the feed and were taken off the shop.`]
      : []),
    ...reasons('Rejected because of', counts.rejectedByReason),
    ...reasons('Kept in spite of', counts.repairedByReason),
    ...(message ? [message] : []),
    ...(status === 'held' ? ['To publish it anyway, import again with --force.'] : []),
  ]
}
