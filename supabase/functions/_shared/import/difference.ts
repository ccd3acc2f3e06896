import type pg from 'pg'
import { FACT_COLUMNS, PAGE_COLUMN, STAGE_COLUMNS, STAGE_TABLE } from './stage.ts'

/** Rows of the stage that are new or say something else than the catalogue. */
export const DIFFERENCE_TABLE = 'private.feed_difference'

/** Beside the products, where visitors do not read. */
export const PAGES_TABLE = 'private.merchant_pages'

const WORDS = ['product_name', 'brand', 'category', 'merchant_name', 'colour', 'merchant_category'] as const
/** What tells one item from another, for `private.item_label` and the joining of items. */
const IDENTITY = ['product_name', 'brand', 'merchant_name', 'gtin', 'variant_group', 'colour', 'size'] as const
/** What an offer's standing within its item and the item's search document depend on. */
const STANDING = [
  ...new Set([...WORDS, ...IDENTITY, 'price', 'currency', 'availability', 'delivery_cost', 'description']),
]

const list = (columns: readonly string[], alias: string) => columns.map((name) => `${alias}.${name}`).join(', ')
const differ = (columns: readonly string[]) => `(${list(columns, 'p')}) is distinct from (${list(columns, 's')})`

/**
 * Compares by one join before anything is written: an unchanged feed of a million rows costs a few seconds of reading,
 * where `on conflict do update` would write every row anew. Labels of items are made here because parallel workers can,
 * as they cannot in an insert; `offset 0` keeps the planner from pulling that work up to the one process that numbers rows.
 */
const CREATE_DIFFERENCE = `
  create unlogged table ${DIFFERENCE_TABLE} as
  select *, row_number() over () as position
  from (
    select
      ${list([...STAGE_COLUMNS, PAGE_COLUMN], 's')},
      p.id as product_id,
      p.item_id,
      p.delisted_at is not null as was_delisted,
      p.id is not null and ${differ(['price', 'currency'])} as price_changed,
      p.id is not null and pages.url is distinct from s.${PAGE_COLUMN} as page_changed,
      p.id is null or ${differ(WORDS)} as has_new_words,
      p.id is not null and (p.delisted_at is not null or ${differ(STANDING)}) as moves_in_item,
      case
        when p.id is null or ${differ(IDENTITY)}
          then private.item_label(s.product_name, s.brand, s.merchant_name, s.colour, s.size)
      end as label
    from ${STAGE_TABLE} as s
    left join public.products as p on p.feed_id = s.feed_id and p.external_id = s.external_id
    left join ${PAGES_TABLE} as pages on pages.product_id = p.id
    where p.id is null
      or p.delisted_at is not null
      or ${differ(FACT_COLUMNS)}
      or pages.url is distinct from s.${PAGE_COLUMN}
    offset 0
  ) as different`

export interface Difference {
  new: number
  changed: number
  /** Changed rows that were delisted before. */
  relisted: number
}

export async function findDifference(client: pg.ClientBase): Promise<Difference> {
  await client.query(CREATE_DIFFERENCE)
  await client.query(`analyze ${DIFFERENCE_TABLE} (product_id, price_changed, position)`)
  const { rows } = await client.query<{ new: string; changed: string; relisted: string }>(
    `select
       count(*) filter (where product_id is null) as new,
       count(*) filter (where product_id is not null) as changed,
       count(*) filter (where was_delisted) as relisted
     from ${DIFFERENCE_TABLE}`,
  )
  return {
    new: Number(rows[0]?.new ?? 0),
    changed: Number(rows[0]?.changed ?? 0),
    relisted: Number(rows[0]?.relisted ?? 0),
  }
}

/**
 * Of several rows with one id the last stands, as the latest word of the shop. Returns how many were dropped.
 * A row's ctid is its place in the stage, which was filled in the feed's order.
 */
export async function dropDuplicates(client: pg.ClientBase): Promise<number> {
  // Most feeds have none. Different hashes prove it, and sorting numbers takes half of what grouping words does.
  const { rows } = await client.query<{ suspected: boolean }>(
    `select count(*) <> count(distinct hashtextextended(external_id, feed_id)) as suspected from ${STAGE_TABLE}`,
  )
  if (!rows[0]?.suspected) return 0
  const dropped = await client.query(
    `delete from ${STAGE_TABLE} as s
     using (
       select feed_id, external_id, max(ctid) as last
       from ${STAGE_TABLE}
       group by feed_id, external_id
       having count(*) > 1
     ) as repeated
     where s.feed_id = repeated.feed_id
       and s.external_id = repeated.external_id
       and s.ctid <> repeated.last`,
  )
  return dropped.rowCount ?? 0
}

/** Offers that an editor deleted stay away. Returns how many were left out. */
export async function dropBlocked(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ any: boolean }>('select exists (select from public.blocked_offers) as any')
  if (!rows[0]?.any) return 0
  const dropped = await client.query(
    `delete from ${STAGE_TABLE} as s
     using public.blocked_offers as blocked
     where s.feed_id = blocked.feed_id and s.external_id = blocked.external_id`,
  )
  return dropped.rowCount ?? 0
}

/** Of lists that a selection limits: offers in the shop stay before new ones come, in the feed's order. Returns how many each lost. */
export async function dropBeyondCap(
  client: pg.ClientBase,
  { feedIds, maxRows }: { feedIds: readonly string[]; maxRows: number },
): Promise<Map<string, number>> {
  const { rows } = await client.query<{ feed_id: string; dropped: string }>(
    `with ranked as (
       select s.ctid as place, row_number() over (order by p.id is null, s.ctid) as rank
       from ${STAGE_TABLE} as s
       left join public.products as p
         on p.feed_id = s.feed_id and p.external_id = s.external_id and p.delisted_at is null
       where s.feed_id = any ($1::bigint[])
     ), dropped as (
       delete from ${STAGE_TABLE} as s using ranked where s.ctid = ranked.place and ranked.rank > $2 returning s.feed_id
     )
     select feed_id::text, count(*) as dropped from dropped group by feed_id`,
    [feedIds, maxRows],
  )
  return new Map(rows.map((row) => [row.feed_id, Number(row.dropped)]))
}

export async function rowsPerFeed(client: pg.ClientBase): Promise<Map<string, number>> {
  const { rows } = await client.query<{ feed_id: string; accepted: string }>(
    `select feed_id::text, count(*) as accepted from ${STAGE_TABLE} group by feed_id`,
  )
  return new Map(rows.map((row) => [row.feed_id, Number(row.accepted)]))
}
