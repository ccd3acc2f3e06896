import { createNormaliser } from '../catalogue/normalise.ts'
import { type RawRow, rawText, type Source } from '../networks/network.ts'
import { createTally, type RunCounts } from './counts.ts'
import type { Selector } from './selection.ts'
import { createOutcome } from './source-outcome.ts'

export interface PreviewOptions {
  source: Source
  selector: Selector
  /** The shop's currency. */
  currency: string
  signal: AbortSignal
  onProgress?(counts: Readonly<RunCounts>): void
}

export interface Preview {
  read: number
  /** Offers that a run would take, before its caps. */
  taken: number
  rejectedByReason: Readonly<Record<string, number>>
  /** Some rows of each reason, and the first that are taken. */
  samples: readonly { line: number; reason: string | null; name: string }[]
  message: string | null
}

const SAMPLES = 5

/** What the selections make of a source, without the database: how many rows are taken, left out and refused, with samples. */
export async function previewSource({
  source,
  selector,
  currency,
  signal,
  onProgress,
}: PreviewOptions): Promise<Preview> {
  const tally = createTally()
  const outcome = createOutcome()
  const samples: Preview['samples'][number][] = []
  const normalise = createNormaliser({
    ...{ linkHosts: source.linkHosts, defaultCurrency: currency, allowSiteImages: false },
    onRepair: tally.repair,
  })
  let taken = 0
  const refuse = (row: { line: number; raw: RawRow }, reason: string, name: string) => {
    tally.reject({ ...row, reason })
    if ((tally.counts.rejectedByReason[reason] ?? 0) <= SAMPLES) samples.push({ line: row.line, reason, name })
  }
  for await (const batch of source.read(signal)) {
    outcome.note(batch)
    for (const row of batch.rejected) refuse(row, row.reason, rawText(row.raw).slice(0, 100))
    for (const row of batch.rows) {
      const product = normalise(row)
      const reason = typeof product === 'string' ? product : selector.leaves(product)
      if (reason !== null) refuse(row, reason, row.name.slice(0, 100))
      else if (++taken <= SAMPLES) samples.push({ line: row.line, reason: null, name: row.name.slice(0, 100) })
    }
    tally.counts.read += batch.rows.length + batch.rejected.length
    tally.counts.bytes = source.position()
    onProgress?.(tally.counts)
  }
  const { read, rejectedByReason } = tally.counts
  return { read, taken, rejectedByReason, samples, message: outcome.message() }
}
