import type { Queryable } from '../newsletter/tokens.ts'
import type { Hit } from './alert-mail.ts'

/**
 * What the active alerts of one watcher hit, one offer each: the cheapest at any merchant that lets it be told. A price that
 * is too old is null and hits nothing; so does a drop that merchant or network do not let be shown, and a price that staff
 * wrote: that something is in stock is then told without it.
 */
export async function findHits(sql: Queryable, watcherId: string): Promise<Hit[]> {
  const { rows } = await sql.query<Hit>(HITS, [watcherId])
  return rows
}

const HITS = `
  with wanted as (
    select alert.*, coalesce(product.item_id, alert.item_id) as item, product as asked
    from public.price_alerts as alert
    left join public.products as product on product.id = alert.product_id and product.delisted_at is null
    where alert.watcher_id = $1 and alert.status = 'active'
  )
  select distinct on (wanted.id) wanted.id as "alertId", wanted.kind, offers.product_name as name,
    offers.merchant_name as merchant, offers.source, offers.affiliate_link as link, read.price::float8 as price,
    offers.currency, public.price_as_of(offers) as "asOf", wanted.target_price::float8 as "targetPrice",
    merchants.disclosure
  from wanted
  join public.products as offers
    on offers.item_id = wanted.item
    and offers.delisted_at is null
    and offers.availability <> 'out_of_stock'
    -- A small bottle that costs less is not what was asked for, as long as that is listed.
    and ((wanted.asked).id is null or private.is_same_thing(wanted.asked, offers))
  join public.merchants on merchants.name = offers.merchant_name
  left join private.proven_drops as drops on drops.product_id = offers.id
  cross join lateral (select case when not public.price_by_hand(offers) then offers.price end as price) as read
  where private.may_alert_of(offers)
    and case wanted.kind
      when 'target' then offers.currency = wanted.currency and read.price <= wanted.target_price
      when 'low' then drops.dropped_at > coalesce(wanted.told_at, wanted.confirmed_at)
      else offers.availability = 'in_stock'
    end
  order by wanted.id, read.price nulls last, offers.id`
