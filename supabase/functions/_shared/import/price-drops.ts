import type pg from 'pg'
import { DIFFERENCE_TABLE } from './difference.ts'

/**
 * Brings public.price_drops to what this run changed, after the old prices were kept and the new ones written. The rule
 * is the same that public.keep_price_drop applies to an edit by hand: below everything of the last thirty days.
 */
export async function notePriceDrops(client: pg.ClientBase): Promise<void> {
  await client.query(
    `delete from public.price_drops as d
     using ${DIFFERENCE_TABLE} as changed
     where d.product_id = changed.product_id and changed.price_changed`,
  )
  await client.query(
    `insert into public.price_drops
       (product_id, category, merchant_name, source, was_price, price, currency, dropped_at)
     select p.id, p.category, p.merchant_name, p.source, low_price, p.price, p.currency, p.price_changed_at
     from ${DIFFERENCE_TABLE} as changed
     join public.products as p on p.id = changed.product_id
     cross join lateral private.low_before(p.id, p.currency, p.price_changed_at)
     where changed.price_changed
       and p.price < low_price
       and p.source is distinct from 'amazon'`,
  )
  await client.query(
    `update public.price_drops as d
     set category = changed.category, merchant_name = changed.merchant_name
     from ${DIFFERENCE_TABLE} as changed
     where d.product_id = changed.product_id
       and (d.category, d.merchant_name) is distinct from (changed.category, changed.merchant_name)`,
  )
  // Older drops are shown nowhere; without this a list's index would fill with them. Another may then stand for the item.
  await client.query(
    `with gone as (
       delete from public.price_drops where dropped_at < now() - interval '30 days' returning product_id
     )
     select private.refresh_drops(array(
       select products.item_id from gone join public.products on products.id = gone.product_id
     ))`,
  )
}
