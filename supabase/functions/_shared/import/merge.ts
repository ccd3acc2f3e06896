import type pg from 'pg'
import { feedErrors } from '../errors.ts'
import type { Source } from '../networks/network.ts'
import { dropHidden, keepWhatStaffDecided } from './by-hand.ts'
import type { Tally } from './counts.ts'
import { dropBeyondCap, dropBlocked, dropDuplicates, findDifference, rowsPerFeed } from './difference.ts'
import { dropImportTables } from './exclusive.ts'
import type { FeedIds } from './feed-ids.ts'
import { showStagedPrices } from './hidden-prices.ts'
import { identifyItems, leadNewItems, refreshItems } from './items.ts'
import { implausibility, implausiblePrices } from './plausibility.ts'
import { buildPostponedIndexes, postponeIndexes } from './postponed-indexes.ts'
import { notePriceDrops } from './price-drops.ts'
import {
  confirmFeeds,
  confirmMet,
  countListed,
  createFeeds,
  delistAbsent,
  forgetHandPrices,
  insertNew,
  keepOldPrices,
  recountListing,
  reserveProductIds,
  tellProgrammes,
  updateChanged,
} from './publish.ts'
import type { RunRecord } from './run-record.ts'
import type { Selection, Selector } from './selection.ts'
import type { SourceOutcome } from './source-outcome.ts'
import { STAGE_TABLE } from './stage.ts'
import { compareStage, countMovedPrices } from './stage-difference.ts'
import { learnWords } from './words.ts'

export interface MergeOptions {
  pool: pg.Pool
  /** The session that owns the stage. */
  client: pg.PoolClient
  source: Source
  sourceName: string
  tally: Tally
  record: RunRecord
  feedIds: FeedIds
  outcome: SourceOutcome
  selector: Selector
  force: boolean
  /** Tells what would change, and publishes nothing. */
  dryRun: boolean
}

export interface MergeResult {
  status: 'succeeded' | 'previewed' | 'held'
  message: string | null
}

/** Brings the catalogue to what the stage says, in one transaction: readers see the old shop or the new one. */
export async function mergeStage(options: MergeOptions): Promise<MergeResult> {
  const { pool, client, tally, record, feedIds } = options
  const { counts } = tally
  const off = await listedButOff(options)
  if (counts.read === 0 && off.length === 0) return withoutRows(options)
  if (!options.dryRun) await postponeIndexes(client, counts.read - counts.rejected)
  await client.query('begin')
  try {
    await prepareSession(client)
    // Only the columns that the comparison joins and groups by: figures about descriptions cost seconds and help nothing.
    await client.query(`analyze ${STAGE_TABLE} (feed_id, external_id, merchant_name, category, brand)`)
    counts.duplicate = await dropDuplicates(client)
    tally.rejectMany('deleted by an editor', await dropBlocked(client))
    tally.rejectMany('hidden by an editor', await dropHidden(client))
    await keepWhatStaffDecided(client)
    await applyCaps(options)
    const accepted = await rowsPerFeed(client)
    const usable = new Map(
      [...accepted.keys(), ...tally.leftOut.keys()].map((id) => [
        id,
        (accepted.get(id) ?? 0) + (tally.leftOut.get(id) ?? 0),
      ]),
    )
    if (usable.size + off.length === 0) throw feedErrors.nothingAccepted(counts.read, counts.rejectedByReason)
    const doubt = options.force ? null : await findDoubt(options, usable)
    const parts = { client, pool, options, accepted, usable, off }
    if (doubt !== null || options.dryRun) return await publishNothing(parts, doubt)
    const priceDoubt = await publish(parts)
    if (priceDoubt !== null) return await publishNothing(parts, priceDoubt)
    const message = options.outcome.message()
    await record.finish('succeeded', message, client)
    await client.query('commit')
    await tidyIndexes(client, counts.new + counts.changed)
    feedIds.created.length = 0
    return { status: 'succeeded', message }
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** Tells what would change. The accepted rows count as unchanged, for nothing was changed. */
async function publishNothing(parts: PublishOptions, known: string | null): Promise<MergeResult> {
  const { client, options } = parts
  const { tally, record, outcome, dryRun } = options
  const { counts } = tally
  counts.unchanged = counts.read - counts.rejected - counts.duplicate
  tally.difference = await compareStage(client, { completed: listsOf(parts), rows: counts.unchanged })
  const doubt = known ?? (await findPriceDoubt(parts, counts.unchanged - tally.difference.new))
  await client.query('rollback')
  const status = dryRun ? 'previewed' : 'held'
  const message = [doubt, outcome.message()].filter((sentence) => sentence !== null).join(' ') || null
  await record.finish(status, message)
  return { status, message }
}

/** A network may have nothing new to tell; a file without a row is a mistake. */
async function withoutRows({ client, source, outcome, record, dryRun }: MergeOptions): Promise<MergeResult> {
  if (outcome.hasFailed()) throw feedErrors.nothingRead(outcome.message() ?? '')
  if (outcome.unchanged() === 0 && !source.isLookUp) throw feedErrors.emptyFile()
  const message = source.isLookUp
    ? 'Nothing was found of what was asked for.'
    : 'Nothing new: every list is as it was published last.'
  const status = dryRun ? 'previewed' : 'succeeded'
  if (!dryRun) await tellProgrammes(client, source.id, outcome.programmes())
  await record.finish(status, message)
  return { status, message }
}

interface PublishOptions {
  client: pg.PoolClient
  pool: pg.Pool
  options: MergeOptions
  accepted: ReadonlyMap<string, number>
  /** With what a selection left out: what a list holds, to hold the next run against. */
  usable: ReadonlyMap<string, number>
  /** Lists that are switched off and have offers in the shop. */
  off: readonly string[]
}

/** Returns why its prices look wrong; then nothing was written. */
async function publish(parts: PublishOptions): Promise<string | null> {
  const { client, pool, options, accepted, usable, off } = parts
  const { tally, feedIds, source, outcome } = options
  const { counts } = tally
  const completed = outcome.completed(feedIds)
  const feeds = listsOf({ options, usable, off })
  const partial = [...accepted.keys()].filter((id) => !completed.has(id))
  const rows = [...accepted.values()].reduce((sum, count) => sum + count, 0)
  const shownItems = await showStagedPrices(client)
  const difference = await findDifference(client)
  const doubt = await findPriceDoubt(parts, rows - difference.new)
  if (doubt !== null) return doubt
  counts.new = difference.new
  counts.changed = difference.changed
  counts.unchanged = rows - difference.new - difference.changed
  const listed = await countListed(client, feeds)
  // Before this transaction writes products: the reservation waits for everybody who does.
  const firstId = difference.new > 0 ? await reserveProductIds(pool, difference.new + difference.changed) : 0n
  await createFeeds(client, source.id, feedIds.created)
  // Each statement below fires "pages changed" even for no rows, so none is run without need.
  if (difference.new + difference.changed > 0) await identifyItems(client)
  if (difference.changed > 0) {
    await keepOldPrices(client)
    await updateChanged(client)
    await notePriceDrops(client)
  }
  await forgetHandPrices(client)
  if (difference.new > 0) {
    await leadNewItems(client)
    await insertNew(client, { source: source.id === 'file' ? null : source.id, firstId })
    await buildPostponedIndexes(client)
  }
  if (difference.new + difference.changed > 0) await learnWords(client)
  // Every listed product was met again: nothing can be absent, and the search for it is saved.
  const mayLack = partial.length > 0 || listed > rows - difference.new - difference.relisted
  const delistedItems = mayLack && feeds.length > 0 ? await delistAbsent(client, feeds) : []
  counts.delisted = delistedItems.length
  await refreshItems(client, { difference, firstId, movedItems: [...delistedItems, ...shownItems] })
  if (difference.new + difference.changed + counts.delisted + shownItems.length > 0) await recountListing(client)
  await confirmFeeds(client, { accepted: usable, completed })
  if (partial.length > 0) await confirmMet(client, partial)
  await tellProgrammes(client, source.id, outcome.programmes())
  await dropImportTables(client)
  return null
}

async function findPriceDoubt({ client, options }: PublishOptions, known: number): Promise<string | null> {
  return options.force ? null : implausiblePrices({ moved: await countMovedPrices(client), known })
}

/** Lists in which absence takes a product off the shop. */
function listsOf({ options, usable, off }: Pick<PublishOptions, 'options' | 'usable' | 'off'>): string[] {
  const completed = options.outcome.completed(options.feedIds)
  return [...new Set([...[...completed.keys()].filter((id) => usable.has(id)), ...off])]
}

/** A list that is switched off leaves the shop, whether or not its network was asked for it. */
async function listedButOff({ client, selector, feedIds }: MergeOptions): Promise<string[]> {
  const off = feedIds.all().filter(({ programmeId, feedId }) => selector.isOff(programmeId, feedId))
  if (off.length === 0) return []
  const { rows } = await client.query<{ id: string }>(
    `select off.id::text from unnest($1::bigint[]) as off (id)
     where exists (select from public.products where products.feed_id = off.id and products.delisted_at is null)`,
    [off.map(({ id }) => id)],
  )
  return rows.map(({ id }) => id)
}

async function applyCaps({ client, selector, feedIds, tally }: MergeOptions) {
  if (!selector.hasRules) return
  const limited = new Map<Selection, string[]>()
  for (const { id, programmeId, feedId } of feedIds.all()) {
    const selection = selector.of(programmeId, feedId)
    if (selection?.isOn && selection.maxRows !== null) limited.set(selection, [...(limited.get(selection) ?? []), id])
  }
  for (const [{ maxRows }, ids] of limited) {
    for (const [id, dropped] of await dropBeyondCap(client, { feedIds: ids, maxRows: maxRows ?? 0 })) {
      tally.rejectMany('left out: more than the selection takes', dropped)
      tally.leftOut.set(id, (tally.leftOut.get(id) ?? 0) + dropped)
    }
  }
}

async function prepareSession(client: pg.ClientBase) {
  // The triggers that keep prices and documents true for edits by hand stand aside: the merge does both in bulk.
  await client.query(`set local shop.bulk_import = 'on'`)
  // Room to join a million rows in memory. The server's default of 4 MB would sort and hash on disk.
  await client.query(`set local work_mem = '256MB'`)
  await client.query(`set local maintenance_work_mem = '256MB'`)
  // A hundredth of a feed's rows tells how they join; the usual sample of its wide rows takes half a second.
  await client.query('set local default_statistics_target = 10')
  // The compiler costs more than it saves on statements that run once.
  await client.query('set local jit = off')
}

/** Only what is complete can fall short: a look-up tells of what it was asked for. */
async function findDoubt(
  { client, sourceName, source, outcome, feedIds }: MergeOptions,
  all: ReadonlyMap<string, number>,
) {
  const completed = outcome.completed(feedIds)
  const accepted = new Map([...all].filter(([id]) => completed.has(id)))
  const last = await client.query<{ id: string; name: string; accepted: string }>(
    `select feeds.id::text, programmes.name, feeds.accepted_rows as accepted
     from public.feeds
     join public.programmes on programmes.id = feeds.programme_id
     where feeds.id = any ($1::bigint[]) and feeds.accepted_rows is not null`,
    [[...accepted.keys()]],
  )
  const lastRun = await client.query<{ accepted: string }>(
    `select rows_new + rows_changed + rows_unchanged as accepted
     from public.feed_runs
     where network_id = $1 and source_name = $2 and status = 'succeeded'
     order by started_at desc
     limit 1`,
    [source.id, sourceName],
  )
  return implausibility({
    accepted,
    last: new Map(last.rows.map((row) => [row.id, { name: row.name, accepted: Number(row.accepted) }])),
    lastOfSource: outcome.isWhole() && lastRun.rows[0] ? Number(lastRun.rows[0].accepted) : null,
  })
}

/** Rows written before the planner's figures are worth renewing; autovacuum would come to it a minute later. */
const MANY_ROWS = 5000

/** After the commit: sorts the search index's pending words in, and tells the planner about the new rows. */
async function tidyIndexes(client: pg.ClientBase, written: number) {
  if (written === 0) return
  await client.query(`set work_mem = '128MB'`)
  for (const index of ['product_documents_document', 'product_texts_document'])
    await client.query('select gin_clean_pending_list($1::regclass)', [`private.${index}`])
  await client.query('reset work_mem')
  if (written >= MANY_ROWS) {
    await client.query(
      // What lists and searches join and filter by: until there were figures of item_id, a search of a million products read
      // all of them, 500 ms.
      `analyze public.products (feed_id, external_id, item_id, leads, leads_merchant, shops, category, merchant_name, brand,
         source, price, availability, created_at, delisted_at)`,
    )
    // Without figures of its words a search that looks through descriptions reads a million of them: 100 ms instead of 8.
    await client.query('analyze private.product_documents (document), private.product_texts (document)')
  }
}
