import type pg from 'pg'
import { DIFFERENCE_TABLE, findDifference } from './difference.ts'
import { showStagedPrices } from './hidden-prices.ts'
import { STAGE_TABLE } from './stage.ts'

/** What a run would change, with some rows of each kind. */
export interface StageDifference {
  new: number
  changed: number
  unchanged: number
  delisted: number
  samples: {
    new: { name: string; price: string | null }[]
    changed: { id: string; name: string; before: string | null; after: string | null }[]
    delisted: { id: string; name: string; price: string | null }[]
  }
}

/** As many as a screen shows of each kind. */
const SAMPLES = 5

/**
 * Readings that are half as much again as before, or half as much, or further away; a price that staff wrote is none. After the
 * difference was found.
 */
export async function countMovedPrices(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ moved: string }>(
    `select count(*) as moved
     from ${DIFFERENCE_TABLE} as d join public.products as p on p.id = d.product_id
     where d.price_changed and d.currency = p.currency and p.price > 0
       and (d.price >= p.price * 1.5 or d.price <= p.price * 0.5)
       and not exists (select from public.hand_prices as written where written.product_id = p.id)`,
  )
  return Number(rows[0]?.moved ?? 0)
}

/** Compares the stage with the catalogue and changes nothing of it. */
export async function compareStage(
  client: pg.ClientBase,
  { completed, rows }: { completed: readonly string[]; rows: number },
): Promise<StageDifference> {
  await client.query(`drop table if exists ${DIFFERENCE_TABLE}`)
  await showStagedPrices(client)
  const difference = await findDifference(client)
  const delisted = await client.query<{ id: string; name: string; price: string | null; count: string }>(
    `select id::text, product_name as name, concat_ws(' ', price, currency) as price, count(*) over () as count
     from public.products as p
     where feed_id = any ($1::bigint[]) and delisted_at is null and not exists (
       select from ${STAGE_TABLE} as s where s.feed_id = p.feed_id and s.external_id = p.external_id)
     limit ${SAMPLES}`,
    [completed],
  )
  const added = await client.query<{ name: string; price: string | null }>(
    `select product_name as name, concat_ws(' ', price, currency) as price
     from ${DIFFERENCE_TABLE} where product_id is null limit ${SAMPLES}`,
  )
  // Prices first: they are what is looked at.
  const changed = await client.query<StageDifference['samples']['changed'][number]>(
    `select p.id::text, p.product_name as name, concat_ws(' ', p.price, p.currency) as before,
       concat_ws(' ', d.price, d.currency) as after
     from ${DIFFERENCE_TABLE} as d join public.products as p on p.id = d.product_id
     order by d.price_changed desc, abs(d.price - p.price) desc nulls last limit ${SAMPLES}`,
  )
  return {
    new: difference.new,
    changed: difference.changed,
    unchanged: rows - difference.new - difference.changed,
    delisted: Number(delisted.rows[0]?.count ?? 0),
    samples: {
      new: added.rows,
      changed: changed.rows,
      delisted: delisted.rows.map(({ id, name, price }) => ({ id, name, price })),
    },
  }
}
