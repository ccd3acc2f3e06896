import type pg from 'pg'
import { FeedError } from '../../../../supabase/functions/_shared/errors.ts'
import { amazonCredentials } from '../../../../supabase/functions/_shared/networks/amazon/credentials.ts'
import {
  type AmazonClient,
  createAmazonClient,
  ITEMS_A_CALL,
} from '../../../../supabase/functions/_shared/networks/amazon/get-items.ts'
import type { AmazonItem } from '../../../../supabase/functions/_shared/networks/amazon/map.ts'
import type { FeedWork } from '../feed-kinds.ts'
import { meteredFetch } from '../metered-fetch.ts'
import { answersOfAmazon, type Told } from './answers.ts'
import { AMAZON_BUDGET, FIND_CALLS } from './budget.ts'
import { endOfAmazonRun } from './end.ts'

interface Question {
  words: string
  category: string
  maxRows: number
  /** Of the product that is looked for; null for a saved search. */
  gtin: string | null
}

/** Finds items by the saved searches, and by the GTINs of listed products that Amazon may sell too. */
export async function findAtAmazon(work: FeedWork) {
  const { pool, record, signal, dryRun } = work
  const credentials = amazonCredentials(work.settings)
  const { marketplace } = credentials
  const questions = await questionsOf(pool)
  if (questions.length === 0) {
    throw new FeedError(
      'nothing_to_ask',
      'There is nothing to look for at Amazon: no saved search is on, and no listed product has a GTIN that was not asked for in the last 30 days.',
    )
  }
  record.say('Asking Amazon')
  const client = createAmazonClient({ ...work, fetch: meteredFetch({ ...work, budget: AMAZON_BUDGET }), credentials })
  const answers = answersOfAmazon({ pool, tally: record.tally, marketplace, dryRun })
  let left = FIND_CALLS
  let sentence: string | null = null
  try {
    for (const [index, question] of questions.entries()) {
      if (left <= 0) {
        sentence = `${questions.length - index} searches wait for the next run, which keeps calls for known prices.`
        break
      }
      for await (const found of resultsOf(client, question, signal)) {
        left--
        await answers.take(found)
      }
      if (question.gtin !== null && !dryRun) await noteAsked(pool, question.gtin)
    }
  } catch (error) {
    await answers.write()
    if (!(error instanceof FeedError) || error.code !== 'calls_used_up') throw error
    sentence = error.message
  }
  await answers.write()
  return endOfAmazonRun(work, { marketplace, told: answers.told, sentence })
}

/** What one question finds, page by page. Of a GTIN only the item that has it counts: words of others match as well. */
async function* resultsOf(client: AmazonClient, question: Question, signal: AbortSignal): AsyncGenerator<Told[]> {
  const { words, category, maxRows, gtin } = question
  const told = (item: AmazonItem): Told => ({ asin: item.asin, item, category, seen: new Date() })
  for (let page = 1, found = 0; found < maxRows; page++) {
    const items = await client.searchItems(words, page, signal)
    const wanted = items.filter(({ gtins }) => gtin === null || gtins.includes(gtin)).slice(0, maxRows - found)
    yield wanted.map(told)
    found += items.length
    if (items.length < ITEMS_A_CALL) return
  }
}

/** Saved searches first, then GTINs: those that visitors clicked first. */
async function questionsOf(pool: pg.Pool): Promise<Question[]> {
  const searches = await pool.query<{ words: string; category: string; max_rows: number }>(
    `select words, category, max_rows from public.saved_searches where network_id = 'amazon' and is_on order by id`,
  )
  const gtins = await pool.query<{ gtin: string; category: string }>(
    `with clicked as (
       select product_id, sum(count) as clicks from public.daily_events
       where name = 'outbound_click' and day > current_date - 28 and product_id is not null group by product_id
     )
     select products.gtin, min(products.category) as category
     from public.products left join clicked on clicked.product_id = products.id
     where products.delisted_at is null and products.gtin is not null
       and not exists (
         select from private.amazon_gtins as asked
         where asked.gtin = products.gtin and asked.asked_at > now() - interval '30 days')
     group by products.gtin
     having count(*) filter (where products.source = 'amazon') = 0
     order by sum(clicked.clicks) desc nulls last, products.gtin
     limit $1`,
    [FIND_CALLS],
  )
  return [
    ...searches.rows.map(({ words, category, max_rows }) => ({ words, category, maxRows: max_rows, gtin: null })),
    ...gtins.rows.map(({ gtin, category }) => ({ words: gtin, category, maxRows: ITEMS_A_CALL, gtin })),
  ]
}

async function noteAsked(pool: pg.Pool, gtin: string) {
  await pool.query(
    `insert into private.amazon_gtins (gtin, asked_at) values ($1, now())
     on conflict (gtin) do update set asked_at = excluded.asked_at`,
    [gtin],
  )
}
