import type pg from 'pg'
import { STAGE_TABLE } from './stage.ts'

/**
 * Puts the prices back that were too old to be shown, of products that the feed confirms: what the run then compares with
 * is what the feed said last. Returns the items concerned, one entry for each price.
 */
export async function showStagedPrices(client: pg.ClientBase): Promise<string[]> {
  const { rows: some } = await client.query('select from private.hidden_prices limit 1')
  // The statement below tells pages of changes even where it changes nothing.
  if (some.length === 0) return []
  const { rows } = await client.query<{ id: string; item_id: string }>(
    `with shown as (
       delete from private.hidden_prices as hidden
       using public.products as p
       join ${STAGE_TABLE} as s on s.feed_id = p.feed_id and s.external_id = p.external_id
       where p.id = hidden.product_id
       returning hidden.*
     )
     update public.products as p
     set price = shown.price, list_price = shown.list_price
     from shown
     where p.id = shown.product_id
     returning p.id::text, p.item_id::text`,
  )
  // A drop went with its price; what this run changes is looked at again afterwards.
  await client.query(
    `insert into public.price_drops
       (product_id, category, merchant_name, source, was_price, price, currency, dropped_at)
     select p.id, p.category, p.merchant_name, p.source, low_price, p.price, p.currency, p.price_changed_at
     from public.products as p
     cross join lateral private.low_before(p.id, p.currency, p.price_changed_at)
     where p.id = any ($1::bigint[])
       and p.price_changed_at > now() - interval '30 days'
       and p.price < low_price
       and p.source is distinct from 'amazon'
       and not exists (select from public.hand_prices as written where written.product_id = p.id)
     on conflict (product_id) do nothing`,
    [rows.map(({ id }) => id)],
  )
  return rows.map(({ item_id }) => item_id)
}
