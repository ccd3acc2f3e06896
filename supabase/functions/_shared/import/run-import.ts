import type pg from 'pg'
import { type CatalogueRow, createNormaliser } from '../catalogue/normalise.ts'
import { FeedError, feedErrors } from '../errors.ts'
import type { FeedRow, NetworkId, Source } from '../networks/network.ts'
import type { RunCounts, Tally } from './counts.ts'
import { becomeOnlyImporter, stopBeingImporter } from './exclusive.ts'
import { type FeedIds, loadFeedIds } from './feed-ids.ts'
import { type MergeResult, mergeStage } from './merge.ts'
import { type RunRecord, type RunTrigger, startRun } from './run-record.ts'
import { createSelector, type LeftOut, loadSelections, type Selector } from './selection.ts'
import { createOutcome, type SourceOutcome } from './source-outcome.ts'
import { copyIntoStage, createStage } from './stage.ts'

/** The currency of a shop that names none. */
const SHOP_CURRENCY = 'USD'

/** A source that is still to be found: what fails at that is told by the run's record too. */
export interface UnopenedSource {
  id: NetworkId
  open(signal: AbortSignal): Promise<Source>
}

export interface ImportOptions {
  pool: pg.Pool
  source: Source
  /** What the record calls the source; secrets already taken out. */
  sourceName: string
  trigger?: RunTrigger
  /** Publish a run that looks cut off. */
  force?: boolean
  /** The shop's currency: that of prices that name none, and the only one taken unless a selection says otherwise. */
  defaultCurrency?: string
  /** Accept images given as a path of our own site. */
  allowSiteImages?: boolean
  /** Tells what would change, and publishes nothing. */
  dryRun?: boolean
  /** How long another import is waited for. */
  patienceMs?: number
  signal?: AbortSignal
  onProgress?(counts: Readonly<RunCounts>): void
}

export interface ImportResult {
  status: 'succeeded' | 'previewed' | 'held'
  /** Why it was held. */
  message: string | null
  counts: RunCounts
}

/**
 * Imports one feed, with a record of its own that tells how it ended. Throws FeedError for what the operator can mend.
 */
export async function runImport(
  options: Omit<ImportOptions, 'source'> & { source: Source | UnopenedSource },
): Promise<ImportResult> {
  const { pool, source, sourceName, trigger = 'manual', signal = new AbortController().signal } = options
  const record = await startRun({ pool, networkId: source.id, sourceName, trigger })
  const either = AbortSignal.any([signal, record.cancelled])
  try {
    const opened = 'open' in source ? await source.open(either) : source
    return await importInto(record, { ...options, source: opened, signal: either })
  } catch (error) {
    await record.finish(either.aborted ? 'cancelled' : 'failed', reasonOf(error)).catch(() => {})
    throw either.aborted ? feedErrors.cancelled() : error
  }
}

/** Why a run failed, for its record. */
export function reasonOf(error: unknown): string {
  return error instanceof FeedError
    ? error.message
    : 'The import failed and published nothing; the log of the server says why.'
}

/**
 * Reads, normalises and stages a feed, then publishes it in one transaction. Whatever goes wrong before that commit, a
 * cancel, a kill, a broken feed, leaves the catalogue as it was. A failure is thrown, and left to the caller to record.
 */
export async function importInto(
  record: RunRecord,
  options: ImportOptions & { signal: AbortSignal },
): Promise<ImportResult> {
  const { pool, source, signal, patienceMs } = options
  const { tally } = record
  const client = await pool.connect()
  // A lost connection is told by the statement that needs it; without a listener it would end the process.
  const unheard = () => {}
  client.on('error', unheard)
  let broken = false
  try {
    await becomeOnlyImporter(client, signal, { patienceMs, onWait: () => record.say('Waiting for another import') })
    await record.begin()
    const feedIds = await loadFeedIds(pool, source.id)
    const selector = createSelector(await loadSelections(pool, source.id), options.defaultCurrency ?? SHOP_CURRENCY)
    await createStage(client)
    const outcome = await stageFeed({ ...options, client, record, feedIds, selector })
    options.onProgress?.(tally.counts)
    record.say('Publishing')
    const { force = false, dryRun = false } = options
    const merged = await cancellable({ pool, client, signal }, () =>
      mergeStage({ ...options, client, tally, record, feedIds, outcome, selector, force, dryRun }),
    )
    await stopBeingImporter(client)
    return { ...merged, counts: tally.counts }
  } catch (error) {
    broken = true
    throw signal.aborted ? feedErrors.cancelled() : error
  } finally {
    // A failed session is closed instead of used again: that ends its COPY, its transaction and its lock.
    client.off('error', unheard)
    client.release(broken)
    if (broken) await clearStage(pool)
  }
}

interface StageFeedOptions extends ImportOptions {
  client: pg.PoolClient
  signal: AbortSignal
  record: RunRecord
  feedIds: FeedIds
  selector: Selector
}

async function stageFeed(options: StageFeedOptions): Promise<SourceOutcome> {
  const outcome = createOutcome()
  const { source, client, record, feedIds, selector, signal } = options
  const { tally } = record
  const normalise = createNormaliser({
    linkHosts: source.linkHosts,
    defaultCurrency: options.defaultCurrency ?? SHOP_CURRENCY,
    allowSiteImages: options.allowSiteImages ?? false,
    onRepair: tally.repair,
  })
  const writer = copyIntoStage(client)
  const stop = () => writer.abort(feedErrors.cancelled())
  signal.addEventListener('abort', stop, { once: true })
  try {
    for await (const batch of source.read(signal)) {
      signal.throwIfAborted()
      outcome.note(batch)
      for (const rejected of batch.rejected) tally.reject(rejected)
      for (const [reason, times] of Object.entries(batch.repaired)) tally.repair(reason, times)
      for (const row of batch.rows) {
        const product = normalise(row)
        if (typeof product === 'string') {
          tally.reject({ line: row.line, reason: product, raw: row.raw })
          continue
        }
        const reason = selector.leaves(product)
        if (reason !== null) {
          leaveOut({ tally, feedIds, row, product, reason })
          continue
        }
        writer.write(product, feedIds.find(product) ?? (await reserve(feedIds, product)))
      }
      tally.counts.read += batch.rows.length + batch.rejected.length
      tally.counts.bytes = source.position()
      await writer.flush()
      options.onProgress?.(tally.counts)
    }
    await writer.end()
    return outcome
  } catch (error) {
    writer.abort(error instanceof Error ? error : new Error(String(error)))
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

interface LeftOutRow {
  tally: Tally
  feedIds: FeedIds
  row: FeedRow
  product: CatalogueRow
  reason: LeftOut
}

/** A row that is not wanted was met all the same: its list is not short of it. */
function leaveOut({ tally, feedIds, row, product, reason }: LeftOutRow) {
  tally.reject({ line: row.line, reason, raw: row.raw })
  if (reason === 'in another currency than the shop') return
  const id = feedIds.find(product)
  if (id !== undefined) tally.leftOut.set(id, (tally.leftOut.get(id) ?? 0) + 1)
}

async function reserve(feedIds: FeedIds, product: { programmeId: string; feedId: string; merchantName: string }) {
  const id = await feedIds.reserve(product)
  feedIds.find(product)
  return id
}

/** Ends the database's running statement when the operator cancels. The transaction then rolls back. */
async function cancellable(
  { pool, client, signal }: { pool: pg.Pool; client: pg.PoolClient; signal: AbortSignal },
  work: () => Promise<MergeResult>,
): Promise<MergeResult> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const cancel = () => void pool.query('select pg_cancel_backend($1)', [rows[0]?.pid]).catch(() => {})
  signal.addEventListener('abort', cancel)
  try {
    signal.throwIfAborted()
    return await work()
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

/** Best effort: what cannot be dropped now is dropped by the next run. */
async function clearStage(pool: pg.Pool) {
  const client = await pool.connect().catch(() => null)
  if (!client) return
  client.on('error', () => {})
  try {
    await becomeOnlyImporter(client, AbortSignal.timeout(3000))
    await stopBeingImporter(client)
  } catch {
    // another run has begun and cleared it
  } finally {
    client.release(true)
  }
}
