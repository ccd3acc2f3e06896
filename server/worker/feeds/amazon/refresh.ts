import type pg from 'pg'
import { FeedError } from '../../../../supabase/functions/_shared/errors.ts'
import { amazonCredentials } from '../../../../supabase/functions/_shared/networks/amazon/credentials.ts'
import { createAmazonClient, ITEMS_A_CALL } from '../../../../supabase/functions/_shared/networks/amazon/get-items.ts'
import type { FeedWork } from '../feed-kinds.ts'
import { callsLeft, meteredFetch } from '../metered-fetch.ts'
import { answersOfAmazon } from './answers.ts'
import { AMAZON_BUDGET, KEPT_ITEMS, shareOfHour } from './budget.ts'
import { endOfAmazonRun } from './end.ts'

/** Renews what is known of items, those that were asked about longest ago first, as far as this hour's calls go. */
export async function refreshAmazon(work: FeedWork) {
  const { pool, record, signal, dryRun } = work
  const credentials = amazonCredentials(work.settings)
  const { marketplace } = credentials
  const calls = shareOfHour(await callsLeft(pool, AMAZON_BUDGET), new Date().getUTCHours())
  const asins = await dueItems(pool, { marketplace, items: calls * ITEMS_A_CALL })
  if (asins.length === 0) {
    return endOfAmazonRun(work, { marketplace, told: [], sentence: await whyNone(pool, calls, marketplace) })
  }
  record.say('Asking Amazon')
  record.expect(asins.length)
  const fetch = meteredFetch({ ...work, budget: AMAZON_BUDGET })
  const client = createAmazonClient({ ...work, fetch, credentials })
  const answers = answersOfAmazon({ pool, tally: record.tally, marketplace, dryRun })
  let sentence: string | null = null
  try {
    for await (const { items, missing } of client.getItems(asins, signal)) {
      const seen = new Date()
      for (const { asin, reason } of missing) {
        record.tally.reject({
          line: record.tally.counts.read + 1,
          reason: `Amazon does not give it: ${reason}`,
          raw: asin,
        })
      }
      await answers.take([
        ...items.map((item) => ({ asin: item.asin, item, category: null, seen })),
        ...missing.map(({ asin }) => ({ asin, item: null, category: null, seen })),
      ])
    }
  } catch (error) {
    // What came before is good, whatever becomes of the rest.
    await answers.write()
    if (!(error instanceof FeedError) || error.code !== 'calls_used_up') throw error
    sentence = error.message
  }
  await answers.write()
  return endOfAmazonRun(work, { marketplace, told: answers.told, sentence })
}

interface Due {
  marketplace: string
  items: number
}

/**
 * Of more items than a day's calls reach, those with clicks are kept, then the best rated, as lists show them; the others lose
 * their price after a day.
 */
async function dueItems(pool: pg.Pool, { marketplace, items }: Due): Promise<string[]> {
  const { rows } = await pool.query<{ asin: string }>(
    `with clicked as (
       select offers.external_id as asin, sum(events.count) as clicks
       from public.daily_events as events
       join public.products as offers on offers.id = events.product_id and offers.source = 'amazon'
       where events.name = 'outbound_click' and events.day > current_date - 28
       group by offers.external_id
     ),
     kept as (
       select finds.asin
       from public.amazon_products as finds
       left join clicked on clicked.asin = finds.asin
       where finds.asin is not null and finds.marketplace = $1
       order by clicked.clicks desc nulls last, finds.rating desc nulls last, finds.id
       limit $2
     )
     select kept.asin
     from kept left join private.amazon_items as items on items.asin = kept.asin
     order by items.checked_at nulls first, kept.asin
     limit $3`,
    [marketplace, KEPT_ITEMS, items],
  )
  return rows.map(({ asin }) => asin)
}

async function whyNone(pool: pg.Pool, calls: number, marketplace: string): Promise<string> {
  if (calls === 0) return 'The day’s calls to Amazon are used up. What is left is asked for after midnight UTC.'
  const { rows } = await pool.query('select from public.amazon_products where asin is not null limit 1')
  return rows.length > 0
    ? `No item is of ${marketplace}. Look at AMAZON_MARKETPLACE.`
    : 'No item is known by its ASIN. Add items under Retailer products, or let the Amazon feed find some.'
}
