import type pg from 'pg'
import { type Log, openPool, type Retained, startRetention } from '#platform'
import { CONFIRM_ALERT_DAYS } from '../../supabase/functions/_shared/alerts/alert.ts'
import { closeAbandonedRuns } from '../../supabase/functions/_shared/import/exclusive.ts'
import { CONFIRM_DAYS } from '../../supabase/functions/_shared/newsletter/tokens.ts'
import type { Config } from './config.ts'

export interface ShopRetentionOptions {
  databaseUrl: string
  config: Config
  log: Log
}

/** Deletes what of the shop is old, in the background, on a session of its own. */
export function openShopRetention({ databaseUrl, config, log }: ShopRetentionOptions): { close(): Promise<void> } {
  const db = openPool({ connectionString: databaseUrl, max: 2, application_name: 'dahlia retention' })
  const also = createShopUpkeep(db)
  const stop = startRetention({ db, retained: retainedByShop(config), now: () => new Date(), log, also })
  return {
    async close() {
      await stop()
      await db.end()
    },
  }
}

/** What of the shop is deleted, and when. docs/operations.md shows it to the operator. */
export function retainedByShop({ retention }: Pick<Config, 'retention'>): Retained[] {
  return [
    {
      what: 'prices that products had before',
      table: 'public.price_history',
      condition: 'observed_until < $1',
      days: retention.priceDays,
      sliceRows: 5000,
    },
    {
      what: 'delisted products, with their history, images and search documents',
      table: 'public.products',
      // One that staff hid stays: the next import would bring it back as new.
      condition: `delisted_at < $1 and not exists (
        select from public.hand_edits where product_id = products.id and column_name = 'delisted_at')`,
      days: retention.delistedDays,
      // Each statement renders the pages concerned anew, and each row leaves a dozen indexes.
      sliceRows: 200,
    },
    {
      what: 'names of deleted products, for the pages at their old addresses',
      table: 'private.deleted_products',
      condition: 'deleted_at < $1',
      days: 365,
    },
    {
      what: 'samples of rejected rows',
      table: 'public.feed_run_samples',
      condition: 'feed_run_id in (select id from public.feed_runs where started_at < $1)',
      days: 30,
      sliceRows: 2000,
    },
    {
      what: 'runs of imports',
      table: 'public.feed_runs',
      // The last that published anything of a source is what the next one is compared with.
      condition: `started_at < $1 and status not in ('queued', 'running') and id not in (
        select max(id) from public.feed_runs where status = 'succeeded' group by network_id, source_name)`,
      days: 180,
    },
    {
      what: 'events of visitors',
      table: 'public.events',
      // Those of days that the daily figures may still count anew stay.
      condition: `occurred_at < $1 and occurred_at < (
        select (max(day) - 1)::timestamp at time zone 'utc' from public.daily_events)`,
      days: 30,
      sliceRows: 2000,
    },
    {
      what: 'newsletter addresses that nobody confirmed: the confirm link has ended as well',
      table: 'public.newsletter_subscribers',
      condition: `status = 'pending' and consented_at < $1`,
      days: CONFIRM_DAYS,
    },
    {
      // Long enough for a second look at why emails stopped, and for nothing else.
      what: 'newsletter addresses that have left',
      table: 'public.newsletter_subscribers',
      condition: `status = 'unsubscribed' and unsubscribed_at < $1`,
      days: 30,
    },
    ...PRICE_ALERTS,
    {
      what: 'contact messages that were answered',
      table: 'public.contact_messages',
      condition: 'handled_at < $1',
      days: 90,
    },
    {
      what: 'contact messages that were never answered',
      table: 'public.contact_messages',
      condition: 'created_at < $1',
      days: 365,
    },
    {
      what: 'daily figures',
      table: 'public.daily_events',
      condition: 'day < $1::timestamptz::date',
      days: retention.figureDays,
      sliceRows: 2000,
    },
    {
      what: 'the log of changes, as long as the setting audit_log_days says',
      table: 'public.audit_log',
      condition: 'changed_at < $1 and changed_at < now() - private.audit_log_age()',
      days: 30,
      sliceRows: 2000,
    },
    {
      what: 'CSV files that staff brought in',
      table: 'private.csv_uploads',
      condition: 'created_at < $1',
      days: 2,
    },
    {
      // Its changes are undone by the log of changes, which is kept longer.
      what: 'runs of long work that have ended, with their lines',
      table: 'public.job_runs',
      condition: 'finished_at < $1',
      days: 90,
      sliceRows: 50,
    },
    {
      what: 'links of newsletters that have ended',
      table: 'private.newsletter_tokens',
      condition: 'expires_at < $1',
      days: 1,
    },
  ]
}

const PRICE_ALERTS: readonly Retained[] = [
  {
    what: 'price alerts that nobody confirmed',
    table: 'public.price_alerts',
    condition: `status = 'pending' and consented_at < $1`,
    days: CONFIRM_ALERT_DAYS,
  },
  {
    what: 'price alerts that came true',
    table: 'public.price_alerts',
    condition: `status = 'done' and consented_at < $1 and told_at < $1`,
    days: 30,
  },
  {
    // Whoever still wants it says so again.
    what: 'price alerts of a year ago',
    table: 'public.price_alerts',
    condition: `status = 'active' and consented_at < $1`,
    days: 365,
  },
  {
    what: 'addresses that have no price alert any more',
    table: 'public.price_watchers',
    condition: `greatest(created_at, last_email_at, left_at) < $1
      and not exists (select from public.price_alerts where watcher_id = price_watchers.id)`,
    days: 30,
  },
  {
    what: 'links of price alerts that have ended',
    table: 'private.alert_tokens',
    condition: 'expires_at < $1',
    days: 1,
  },
]

/** Words per statement: each is looked up in the search documents. */
const WORDS = 200

/** What the table above cannot say: runs that were killed, and words that no product has any more. */
export function createShopUpkeep(db: pg.Pool): (signal: AbortSignal) => Promise<void> {
  let after = ''
  return async (signal) => {
    await closeAbandonedRuns(db)
    if (!signal.aborted) after = await purgeRareWords(db, after)
  }
}

/** Looks at the next words of the vocabulary in turn, so that one turn stays short; returns where it stopped. */
export async function purgeRareWords(db: pg.Pool, after: string): Promise<string> {
  const { rows } = await db.query<{ last: string | null; looked: number }>(
    `with looked as materialized (
       select word, plainto_tsquery('private.shop_english', word) as wanted
       from private.search_words where word > $1 order by word limit $2
     ),
     gone as (
       delete from private.search_words as known using looked
       where known.word = looked.word and numnode(wanted) > 0
         and not exists (select from private.product_documents where document @@ wanted)
         and not exists (select from private.article_documents where document @@ wanted)
         and not exists (select from private.amazon_documents where document @@ wanted)
     )
     select max(word) as last, count(*)::int as looked from looked`,
    [after, WORDS],
  )
  const [found] = rows
  return found?.last && found.looked === WORDS ? found.last : ''
}
