import type pg from 'pg'
import { DIFFERENCE_TABLE, PAGES_TABLE } from './difference.ts'
import type { NewFeed } from './feed-ids.ts'
import { ITEM_OF_ROW, LEADS_TABLE } from './items.ts'
import { FACT_COLUMNS, PAGE_COLUMN, STAGE_COLUMNS, STAGE_TABLE } from './stage.ts'

/** The few combinations of merchant, category and brand, with the part of the search document that they give. */
const CONTEXT_TABLE = 'private.feed_context'
const DOCUMENTS_TABLE = 'private.feed_documents'

export const PUBLISH_TABLES = [CONTEXT_TABLE, DOCUMENTS_TABLE]

/** Keeps the prices that are about to be replaced, each with the time it was true. */
export async function keepOldPrices(client: pg.ClientBase): Promise<void> {
  await client.query(
    `insert into public.price_history (product_id, observed_from, observed_until, price, currency, list_price)
     select p.id, p.price_changed_at, now(), p.price, p.currency, p.list_price
     from ${DIFFERENCE_TABLE} as d
     join public.products as p on p.id = d.product_id
     where d.price_changed
       and not exists (select from public.hand_prices as written where written.product_id = p.id)
     on conflict (product_id, observed_from) do nothing`,
  )
}

/** What a feed says is read, whatever staff wrote before. After the old prices were kept: theirs are no readings. */
export async function forgetHandPrices(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query('select from public.hand_prices limit 1')
  if (rows.length === 0) return
  await client.query(
    `delete from public.hand_prices as written
     using public.products as p
     join ${STAGE_TABLE} as s on s.feed_id = p.feed_id and s.external_id = p.external_id
     where p.id = written.product_id`,
  )
}

export async function updateChanged(client: pg.ClientBase): Promise<void> {
  await client.query(
    `update public.products as p
     set ${FACT_COLUMNS.map((name) => `${name} = d.${name}`).join(', ')},
       updated_at = now(),
       observed_at = now(),
       price_changed_at = case when d.price_changed then now() else p.price_changed_at end,
       delisted_at = null,
       item_id = coalesce(${ITEM_OF_ROW.value}, p.item_id)
     from ${DIFFERENCE_TABLE} as d
     ${ITEM_OF_ROW.join}
     where p.id = d.product_id`,
  )
  await client.query(
    `delete from ${PAGES_TABLE} as pages using ${DIFFERENCE_TABLE} as d
     where d.page_changed and d.${PAGE_COLUMN} is null and pages.product_id = d.product_id`,
  )
  await client.query(
    `insert into ${PAGES_TABLE} (product_id, url)
     select product_id, ${PAGE_COLUMN} from ${DIFFERENCE_TABLE} where page_changed and ${PAGE_COLUMN} is not null
     on conflict (product_id) do update set url = excluded.url`,
  )
}

/**
 * Inserts the new rows. Their ids are known beforehand, or the search documents would have to find their products again
 * by a join.
 */
export async function insertNew(
  client: pg.ClientBase,
  { source, firstId }: { source: string | null; firstId: bigint },
) {
  await client.query(
    `insert into public.products (
       id, source, item_id, leads, leads_merchant, better_steps, merchant_better_steps, is_lowest, shops, colours, sizes,
       ${STAGE_COLUMNS.join(', ')}
     )
     select $1::bigint + d.position, $2, leads.item_id, leads.leads, leads.leads_merchant, leads.better_steps,
       leads.merchant_better_steps, leads.is_lowest, leads.shops, leads.colours, leads.sizes,
       ${STAGE_COLUMNS.map((name) => `d.${name}`).join(', ')}
     from ${DIFFERENCE_TABLE} as d
     join ${LEADS_TABLE} as leads on leads.position = d.position
     where d.product_id is null`,
    [firstId.toString(), source],
  )
  await client.query(
    `insert into ${PAGES_TABLE} (product_id, url)
     select $1::bigint + position, ${PAGE_COLUMN} from ${DIFFERENCE_TABLE}
     where product_id is null and ${PAGE_COLUMN} is not null`,
    [firstId.toString()],
  )
  await makeDocuments(client)
  await client.query(
    `insert into private.product_documents (product_id, document)
     select $1::bigint + position, document from ${DOCUMENTS_TABLE}`,
    [firstId.toString()],
  )
  await client.query(
    `insert into private.product_texts (product_id, document)
     select $1::bigint + position, text from ${DOCUMENTS_TABLE}`,
    [firstId.toString()],
  )
}

/**
 * The search documents of what leads new items of one merchant; the others are written with the refresh of their items. Into
 * a table of their own because parallel workers can. The part that is the same for some thousand combinations of merchant,
 * category and brand is made once for each.
 */
async function makeDocuments(client: pg.ClientBase) {
  await client.query(
    `create unlogged table ${CONTEXT_TABLE} as
     select merchant_name, category, coalesce(brand, '') as brand,
       private.context_document(brand, category, merchant_name) as document
     from ${DIFFERENCE_TABLE}
     where product_id is null
     group by merchant_name, category, brand`,
  )
  await client.query(`analyze ${CONTEXT_TABLE} (merchant_name, category, brand)`)
  await client.query(
    `create unlogged table ${DOCUMENTS_TABLE} as
     select position, document, document || private.description_document(description, merchant_category) as text
     from (
       select d.position, d.description, d.merchant_category,
         private.kind_document(private.kind_words(d.product_name, d.merchant_category))
           || private.name_document(d.product_name)
           || context.document
           || private.variants_document(coalesce(leads.variant_words, '')) as document
       from ${DIFFERENCE_TABLE} as d
       join ${LEADS_TABLE} as leads on leads.position = d.position
       join ${CONTEXT_TABLE} as context
         on context.merchant_name = d.merchant_name
         and context.category = d.category
         and context.brand = coalesce(d.brand, '')
       where leads.leads and leads.shops = 1
       offset 0
     ) as made`,
  )
}

/**
 * A block of product ids that nobody else will be given. The lock waits for inserts that are under way and keeps new
 * ones away for the moment between reading the sequence and moving it, so it belongs in a transaction of its own.
 */
export async function reserveProductIds(pool: pg.Pool, count: number): Promise<bigint> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    // Somebody's forgotten transaction must not hold the import, and behind it every writer, for ever.
    await client.query(`set local lock_timeout = '30s'`)
    await client.query('lock table public.products in share row exclusive mode')
    const { rows } = await client.query<{ first: string }>(
      `select nextval(pg_get_serial_sequence('public.products', 'id'))::text as first`,
    )
    const first = BigInt(rows[0]?.first ?? 0)
    await client.query(`select setval(pg_get_serial_sequence('public.products', 'id'), $1)`, [
      (first + BigInt(count)).toString(),
    ])
    await client.query('commit')
    return first
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

/**
 * Takes what the feeds no longer list off the shop, and returns the items that lost an offer, one entry for each. Only ever
 * called after a complete and plausible run.
 */
export async function delistAbsent(client: pg.ClientBase, feedIds: readonly string[]): Promise<string[]> {
  const delisted = await client.query<{ item_id: string }>(
    `update public.products as p
     set delisted_at = now(), updated_at = now(), leads = false, leads_merchant = false
     where p.feed_id = any ($1::bigint[])
       and p.delisted_at is null
       and not exists (
         select 1
         from ${STAGE_TABLE} as s
         where s.feed_id = p.feed_id and s.external_id = p.external_id
       )
     returning p.item_id::text`,
    [feedIds],
  )
  return delisted.rows.map((row) => row.item_id)
}

export async function countListed(client: pg.ClientBase, feedIds: readonly string[]): Promise<number> {
  const { rows } = await client.query<{ listed: string }>(
    `select count(*) as listed from public.products where feed_id = any ($1::bigint[]) and delisted_at is null`,
    [feedIds],
  )
  return Number(rows[0]?.listed ?? 0)
}

/** Writes merchants, programmes and feeds that this run is the first to name. */
export async function createFeeds(client: pg.ClientBase, networkId: string, feeds: readonly NewFeed[]): Promise<void> {
  for (const { merchantName, ...rest } of feeds) {
    const feed = { ...rest, merchantName: await presentName(client, merchantName) }
    await client.query(`insert into public.merchants (name, slug) values ($1, $2) on conflict (name) do nothing`, [
      feed.merchantName,
      merchantSlug(feed, networkId),
    ])
    await client.query(
      `insert into public.programmes (network_id, external_id, merchant_id, name)
       select $1, $2, id, name from public.merchants where name = $3
       on conflict (network_id, external_id) do nothing`,
      [networkId, feed.programmeId, feed.merchantName],
    )
    await client.query(
      `insert into public.feeds (id, programme_id, external_id)
       select $1, id, $2 from public.programmes where network_id = $3 and external_id = $4`,
      [feed.id, feed.feedId, networkId, feed.programmeId],
    )
  }
}

/** A merchant that was renamed is still called by its former name in feeds. */
async function presentName(client: pg.ClientBase, name: string): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select merchants.name from private.merchant_names
     join public.merchants on merchants.id = merchant_id where old_name = $1`,
    [name],
  )
  return rows[0]?.name ?? name
}

/** Ends in the network and the programme's id, because two shops may be called alike. */
function merchantSlug({ merchantName, programmeId }: NewFeed, networkId: string): string {
  const words = merchantName
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  return `${words}-${networkId}-${programmeId.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`
    .replace(/^-+|(?<!-)-+$/g, '')
    .replace(/-+/g, '-')
}

export interface ConfirmedFeeds {
  accepted: ReadonlyMap<string, number>
  /** The lists that were read to their end, with the edition. */
  completed: ReadonlyMap<string, string>
}

export async function confirmFeeds(client: pg.ClientBase, { accepted, completed }: ConfirmedFeeds): Promise<void> {
  const confirmed = [...accepted].filter(([id]) => completed.has(id))
  await client.query(
    `update public.feeds
     set checked_at = now(), accepted_rows = confirmed.accepted, version = confirmed.version
     from unnest($1::bigint[], $2::bigint[], $3::text[]) as confirmed (id, accepted, version)
     where feeds.id = confirmed.id`,
    [confirmed.map(([id]) => id), confirmed.map(([, rows]) => rows), confirmed.map(([id]) => completed.get(id) ?? '')],
  )
}

/** Of a list that was not read to its end, only the products that were met are known to be true. */
export async function confirmMet(client: pg.ClientBase, feedIds: readonly string[]): Promise<void> {
  await client.query(
    `update public.products as p
     set observed_at = now()
     from ${STAGE_TABLE} as s
     where s.feed_id = p.feed_id
       and s.external_id = p.external_id
       and s.feed_id = any ($1::bigint[])
       and p.observed_at < now()`,
    [feedIds],
  )
}

/** Writes how we stand with the network's programmes, where it changed. */
export async function tellProgrammes(
  client: pg.ClientBase,
  networkId: string,
  programmes: ReadonlyMap<string, 'joined' | 'not_joined' | 'closed'>,
): Promise<void> {
  if (programmes.size === 0) return
  await client.query(
    `update public.programmes
     set status = told.status
     from unnest($2::text[], $3::text[]) as told (external_id, status)
     where network_id = $1
       and programmes.external_id = told.external_id
       and programmes.status <> told.status`,
    [networkId, [...programmes.keys()], [...programmes.values()]],
  )
}

/** The counts of the lists' filters, from the products as they now are. A second for a million of them. */
export async function recountListing(client: pg.ClientBase): Promise<void> {
  await client.query('select private.recount_listing()')
}
