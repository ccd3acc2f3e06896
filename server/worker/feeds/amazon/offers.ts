import type pg from 'pg'
import { type FeedIds, loadFeedIds } from '../../../../supabase/functions/_shared/import/feed-ids.ts'
import { createFeeds } from '../../../../supabase/functions/_shared/import/publish.ts'
import { inTransaction } from '../../../../supabase/functions/_shared/in-transaction.ts'
import type { Job } from '../../job.ts'
import { aloneOnProducts } from '../../products-lock.ts'
import type { Told } from './answers.ts'

/** Offers of one transaction: a fraction of a second, for which editors of the same items wait. */
const LOT = 100

interface OffersOptions {
  job: Job
  marketplace: string
  told: readonly Told[]
}

/**
 * Brings Amazon's offers into the catalogue: only beside another offer of the same GTIN, without a picture, at the time they
 * were read. An item that Amazon does not give loses its price; one that stands alone leaves the shop. Returns how many offers
 * the answers had.
 */
export async function writeOffers({ job, marketplace, told }: OffersOptions): Promise<number> {
  const rows = told.map(({ asin, item, seen }) => ({
    ...{ asin, seen, gtins: item?.gtins ?? [], title: item?.title, brand: item?.brand || null, link: item?.link },
    ...{ price: item?.price?.amount, currency: item?.price?.currency, list_price: item?.listPrice || null },
    availability: item?.availability ?? 'unknown',
  }))
  const { pool } = job
  const known = await loadFeedIds(pool, 'amazon')
  const named = { programmeId: marketplace, feedId: '', merchantName: 'Amazon' }
  if (known.find(named) === undefined && !(await hasTwin(pool, rows))) return 0
  return aloneOnProducts(job, async () => {
    const feed = await feedOf(pool, known, named)
    let offers = 0
    for (let at = 0; at < rows.length; at += LOT) {
      job.signal.throwIfAborted()
      offers += await inTransaction(pool, async (client) => {
        const lot = [feed, JSON.stringify(rows.slice(at, at + LOT))]
        await client.query(UPDATE, lot)
        await client.query(INSERT, lot)
        return (await client.query(OBSERVE, lot)).rowCount ?? 0
      })
    }
    await pool.query(DELIST, [feed])
    return offers
  })
}

async function hasTwin(pool: pg.Pool, rows: readonly { gtins: readonly string[] }[]): Promise<boolean> {
  const { rows: found } = await pool.query(
    `select from public.products where gtin = any ($1) and delisted_at is null limit 1`,
    [rows.flatMap(({ gtins }) => gtins)],
  )
  return found.length > 0
}

async function feedOf(pool: pg.Pool, known: FeedIds, named: Parameters<FeedIds['reserve']>[0]): Promise<string> {
  const id = known.find(named)
  if (id !== undefined) return id
  const reserved = await known.reserve(named)
  await inTransaction(pool, (client) => createFeeds(client, 'amazon', known.created))
  return reserved
}

const TOLD = `told as (
    select * from jsonb_to_recordset($2::jsonb) as told
      (asin text, seen timestamptz, gtins text[], title text, brand text, link text, price numeric, currency text,
       list_price numeric, availability text)
  )`
const LIST_PRICE = 'case when told.list_price > told.price then told.list_price end'

/** A field that staff changed stays as they wrote it; one that they hid stays hidden. */
const UPDATE = `
  with ${TOLD}
  update public.products as p
  set price = told.price, currency = coalesce(told.currency, p.currency), list_price = ${LIST_PRICE},
    availability = case when edited.columns @> '{availability}' then p.availability else told.availability end,
    affiliate_link = case when told.link is null or edited.columns @> '{affiliate_link}' then p.affiliate_link else told.link end,
    delisted_at = case
      when edited.columns @> '{delisted_at}' then p.delisted_at
      when private.has_other_offer(p.gtin, p.feed_id) then null
      else p.delisted_at
    end
  from told
  cross join lateral (
    select coalesce(array_agg(column_name), '{}') as columns
    from public.hand_edits join public.products as own on own.id = hand_edits.product_id
    where own.feed_id = $1 and own.external_id = told.asin
  ) as edited
  where p.feed_id = $1 and p.external_id = told.asin`

const INSERT = `
  with ${TOLD}
  insert into public.products
    (product_name, category, merchant_name, source, price, currency, list_price, affiliate_link, brand, gtin, availability,
     feed_id, external_id, observed_at)
  select left(told.title, 300), twin.category, merchants.name, 'amazon', told.price, coalesce(told.currency, 'USD'),
    ${LIST_PRICE}, told.link, coalesce(told.brand, twin.brand), twin.gtin, told.availability, $1, told.asin, told.seen
  from told
  join public.feeds on feeds.id = $1
  join public.programmes on programmes.id = feeds.programme_id
  join public.merchants on merchants.id = programmes.merchant_id
  cross join lateral (
    select gtin, category, brand from public.products
    where gtin = any (told.gtins) and delisted_at is null and feed_id is distinct from $1
    order by id limit 1
  ) as twin
  where told.title is not null
    and exists (select from public.amazon_products as finds where finds.asin = told.asin)
    and not exists (
      select from public.blocked_offers as blocked where blocked.feed_id = $1 and blocked.external_id = told.asin)
  on conflict (feed_id, external_id) do nothing`

/** A changed price is given the time of its writing, and the licence counts from its reading. */
const OBSERVE = `
  with ${TOLD}
  update public.products as p set observed_at = told.seen
  from told where p.feed_id = $1 and p.external_id = told.asin and p.delisted_at is null`

const DELIST = `
  update public.products as p set delisted_at = now()
  where feed_id = $1 and delisted_at is null
    and (
      not private.has_other_offer(gtin, feed_id)
      or not exists (select from public.amazon_products as finds where finds.asin = p.external_id)
    )`
