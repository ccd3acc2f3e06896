import { z } from 'zod'
import { ownerOf } from '../_shared/alerts/alert.ts'
import { postFunction } from '../_shared/http.ts'
import { LINKS_PER_ADDRESS, linkIsOver, tokenInput } from '../_shared/newsletter/token-input.ts'
import { limitRate } from '../_shared/rate-limit.ts'

const LISTED = `
  select alert.id, alert.kind, alert.target_price::float8 as target_price, alert.currency, alert.status, alert.product_id,
    coalesce(product.product_name, '') as name
  from public.price_alerts as alert
  left join public.products as product on product.id = alert.product_id
  where alert.watcher_id = $1
  order by alert.created_at, alert.id`

/** The address is kept for a while, so that a second press says the same. */
const LEAVE = `
  with ended as (delete from public.price_alerts where watcher_id = $1),
  planned as (delete from private.planned_mails where watcher_id = $1)
  update public.price_watchers set left_at = now() where id = $1 and left_at is null`

/**
 * The alerts of whoever has the link of an alert mail, after ending one of them where asked to. Ending all of them is the
 * one click of every mail.
 */
export default postFunction({
  input: tokenInput.extend({ remove: z.union([z.uuid(), z.literal('all')]).optional() }),
  maxBytes: 500,
  async run({ token, remove }, ctx) {
    await limitRate(ctx, LINKS_PER_ADDRESS)
    const owner = await ownerOf(ctx.sql, token)
    if (!owner || owner.alertId) throw linkIsOver()
    if (remove === 'all') {
      await ctx.sql.query(LEAVE, [owner.watcherId])
      return { alerts: [] }
    }
    if (remove !== undefined)
      await ctx.sql.query('delete from public.price_alerts where id = $1 and watcher_id = $2', [
        remove,
        owner.watcherId,
      ])
    const { rows } = await ctx.sql.query(LISTED, [owner.watcherId])
    return { alerts: rows }
  },
})
