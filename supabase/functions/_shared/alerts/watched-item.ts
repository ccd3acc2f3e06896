import type { Pool } from 'pg'
import { Refusal } from '../http.ts'

/**
 * The item of a product as alerts see it: the offers of it in the product's own colour and size, of merchants and networks that
 * let visitors be told of them.
 */
export interface Watched {
  itemId: string
  name: string
  currency: string
  /** The cheapest that can be bought, in the product's currency; null when none is known. */
  price: number | null
  inStock: boolean
}

/** Refuses products that are not there, or whose merchants allow no alerts; of both no more is told. */
export async function watchedItem(sql: Pool, productId: number): Promise<Watched> {
  const { rows } = await sql.query<Watched>(
    `select asked.item_id::text as "itemId", asked.product_name as name, asked.currency,
       min(offers.price) filter (where offers.availability <> 'out_of_stock' and offers.currency = asked.currency)::float8
         as price,
       bool_or(offers.availability = 'in_stock') as "inStock"
     from public.products as asked
     join public.products as offers
       on offers.item_id = asked.item_id
       and offers.delisted_at is null
       and private.is_same_thing(asked, offers)
     where asked.id = $1 and asked.delisted_at is null and private.may_alert_of(offers)
     group by asked.id`,
    [productId],
  )
  const [found] = rows
  if (!found) throw new Refusal(404, 'There is no alert for this product.')
  return found
}
