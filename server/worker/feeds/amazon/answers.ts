import type pg from 'pg'
import type { Tally } from '../../../../supabase/functions/_shared/import/counts.ts'
import type { AmazonItem } from '../../../../supabase/functions/_shared/networks/amazon/map.ts'

/** What Amazon said of one item, and when. */
export interface Told {
  asin: string
  /** Null where Amazon gave none. */
  item: AmazonItem | null
  /** For an item that is not known yet; null where only known ones are renewed. */
  category: string | null
  seen: Date
}

interface AnswersOptions {
  pool: pg.Pool
  tally: Tally
  marketplace: string
  /** Counts what would change, and takes it back. */
  dryRun: boolean
}

/** Pages that show items are dropped with each writing. */
const WRITE_EVERY_MS = 60_000

/** Keeps answers and writes them together, at most once a minute. */
export function answersOfAmazon(options: AnswersOptions) {
  const { tally } = options
  let waiting = new Map<string, Told>()
  let written = Date.now()
  const told: Told[] = []
  async function write() {
    if (waiting.size === 0) return
    const now = [...waiting.values()]
    waiting = new Map()
    written = Date.now()
    await writeAnswers(options, now)
  }
  return {
    /** All that came, as often as they came. */
    told,
    write,
    async take(answers: readonly Told[]) {
      for (const answer of answers) {
        tally.counts.read++
        told.push(answer)
        if (waiting.has(answer.asin)) tally.counts.duplicate++
        else waiting.set(answer.asin, answer)
      }
      if (Date.now() - written >= WRITE_EVERY_MS) await write()
    },
  }
}

interface Written {
  added: number
  changed: number
  unchanged: number
  deleted: number
}

async function writeAnswers({ pool, tally, marketplace, dryRun }: AnswersOptions, answers: readonly Told[]) {
  const rows = answers.map(({ asin, item, category, seen }) => ({
    ...{ asin, category, seen, given: item !== null, title: item?.title, link: item?.link },
    ...{ price: item?.price?.amount, currency: item?.price?.currency },
  }))
  const client = await pool.connect()
  try {
    await client.query('begin')
    const found = await client.query<Written>(WRITE, [JSON.stringify(rows), marketplace])
    await client.query(dryRun ? 'rollback' : 'commit')
    const [counts] = found.rows
    if (!counts) return
    tally.counts.new += counts.added
    tally.counts.changed += counts.changed
    tally.counts.unchanged += counts.unchanged
    tally.rejectMany('deleted by an editor', counts.deleted)
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

/**
 * A title that staff wrote stays; one that Amazon wrote is renewed. What Amazon does not give loses its price and stays. An
 * item that was asked about before and is not there was deleted, and is not found again.
 */
const WRITE = `
  with told as (
    select * from jsonb_to_recordset($1::jsonb) as told
      (asin text, category text, seen timestamptz, given boolean, title text, link text, price numeric, currency text)
  ),
  known as materialized (
    select told.*, finds.id, finds.price as old_price, finds.currency as old_currency, items.title as old_title,
      items.asin is not null as was_asked
    from told
    left join private.amazon_items as items on items.asin = told.asin
    left join public.amazon_products as finds on finds.asin = told.asin
  ),
  noted as (
    insert into private.amazon_items (asin, checked_at, title)
    select asin, seen, left(title, 500) from known
    on conflict (asin) do update
      set checked_at = excluded.checked_at, title = coalesce(excluded.title, amazon_items.title)
  ),
  renewed as (
    update public.amazon_products as finds
    set price = known.price, currency = coalesce(known.currency, finds.currency),
      price_observed_at = case when known.price is null then finds.price_observed_at else known.seen end,
      product_title = case when finds.product_title = known.old_title then coalesce(left(known.title, 500), finds.product_title)
        else finds.product_title end
    from known
    where finds.id = known.id
  ),
  found as (
    insert into public.amazon_products
      (product_title, category, price, currency, price_observed_at, product_url, asin, marketplace)
    select left(title, 500), category, price, coalesce(currency, 'USD'), case when price is not null then seen end, link, asin,
      $2
    from known
    where id is null and not was_asked and given and category is not null
    on conflict (asin) do nothing
    returning asin
  )
  select
    (select count(*)::integer from found) as added,
    count(*) filter (where given and id is not null and price is distinct from old_price)::integer as changed,
    count(*) filter (where given and id is not null and price is not distinct from old_price)::integer as unchanged,
    count(*) filter (where given and id is null and was_asked)::integer as deleted
  from known`
