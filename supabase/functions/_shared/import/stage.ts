import { once } from 'node:events'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { CatalogueRow } from '../catalogue/normalise.ts'

/**
 * The rows of the run, before anybody sees them. Unlogged: they are worth nothing after a crash, and the next run drops
 * them. One name for all runs, because only one runs at a time.
 */
export const STAGE_TABLE = 'private.feed_stage'

export const STAGE_COLUMNS = [
  'feed_id',
  'external_id',
  'product_name',
  'category',
  'merchant_name',
  'price',
  'currency',
  'list_price',
  'image_url',
  'affiliate_link',
  'description',
  'brand',
  'gtin',
  'availability',
  'colour',
  'size',
  'variant_group',
  'merchant_category',
  'content_amount',
  'content_unit',
  'delivery_cost',
] as const

/** Columns that make a product: two rows that agree in them are the same. */
export const FACT_COLUMNS = STAGE_COLUMNS.slice(2)

/** Beside what a product's row holds: the merchant's own page. */
export const PAGE_COLUMN = 'merchant_url'

/** Takes the column types from the catalogue, so that the two cannot drift apart. */
export async function createStage(client: pg.ClientBase, table = STAGE_TABLE): Promise<void> {
  await client.query(
    `create unlogged table ${table} as
     select ${STAGE_COLUMNS.join(', ')}, null::text as ${PAGE_COLUMN} from public.products with no data`,
  )
}

export interface StageWriter {
  write(row: CatalogueRow, feedId: string): void
  /** Sends what was written when it is enough to be worth it; waits when the database is slower than the feed. */
  flush(): Promise<void>
  /** Sends the rest; the rows are in the table when it resolves. */
  end(): Promise<void>
  abort(reason: Error): void
}

/** One message to the database. Larger ones only move the waiting. */
const MESSAGE_BYTES = 128 * 1024
/** Longest row: every text has its limit, and a character takes up to three bytes and a backslash. */
const MAX_ROW_BYTES = 64 * 1024

/** Writes rows with COPY in its text format (PostgreSQL manual, "COPY"): tabs between, backslashes doubled, '' is null. */
export function copyIntoStage(client: pg.Client | pg.PoolClient, table = STAGE_TABLE): StageWriter {
  const stream = client.query(
    copyFrom(`copy ${table} (${STAGE_COLUMNS.join(', ')}, ${PAGE_COLUMN}) from stdin (null '')`),
  )
  const finished = once(stream, 'finish')
  // The failure is met by whoever awaits end(); until then it must not count as unhandled.
  finished.catch(() => {})
  let failure: Error | null = null
  stream.on('error', (error) => {
    failure = error
  })
  // Rows are encoded straight into the message: joining a message's rows as text first costs more than all the rest.
  const messages: Buffer[] = []
  let message = Buffer.allocUnsafe(MESSAGE_BYTES)
  let length = 0

  function closeMessage() {
    if (length > 0) messages.push(message.subarray(0, length))
    message = Buffer.allocUnsafe(MESSAGE_BYTES)
    length = 0
  }

  async function send() {
    for (const ready of messages.splice(0)) {
      if (failure) throw failure
      // 'drain' never comes from a stream that failed.
      if (!stream.write(ready)) await Promise.race([once(stream, 'drain'), finished])
    }
    if (failure) throw failure
  }

  return {
    write(row, feedId) {
      if (length > MESSAGE_BYTES - MAX_ROW_BYTES) closeMessage()
      const fields = [
        feedId,
        row.externalId,
        row.name,
        row.category,
        row.merchantName,
        row.price,
        row.currency,
        row.listPrice,
        row.image,
        row.link,
        row.description,
        row.brand,
        row.gtin,
        row.availability,
        row.colour,
        row.size,
        row.group,
        row.merchantCategory,
        row.contentAmount,
        row.contentUnit,
        row.deliveryCost,
        row.merchantUrl,
      ]
      const line = `${fields.join('\t')}\n`
      length += message.write(line.includes('\\') ? line.replaceAll('\\', '\\\\') : line, length)
    },
    async flush() {
      if (messages.length > 0) await send()
    },
    async end() {
      closeMessage()
      await send()
      stream.end()
      await finished
    },
    abort(reason) {
      if (!stream.destroyed) stream.destroy(reason)
    },
  }
}
