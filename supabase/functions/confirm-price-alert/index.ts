import { ownerOf } from '../_shared/alerts/alert.ts'
import { postFunction } from '../_shared/http.ts'
import { LINKS_PER_ADDRESS, linkIsOver, tokenInput } from '../_shared/newsletter/token-input.ts'
import { limitRate } from '../_shared/rate-limit.ts'

/** Makes a pending alert active, in the place of an older one of the same kind and item. A second press says the same. */
export default postFunction({
  input: tokenInput,
  maxBytes: 500,
  async run({ token }, ctx) {
    await limitRate(ctx, LINKS_PER_ADDRESS)
    const owner = await ownerOf(ctx.sql, token)
    if (!owner?.alertId) throw linkIsOver()
    await ctx.sql.query(
      `with confirmed as (
         update public.price_alerts set status = 'active', confirmed_at = now()
         where id = $1 and status = 'pending'
         returning id, watcher_id, item_id, product_id, kind
       ),
       back as (update public.price_watchers set left_at = null where id in (select watcher_id from confirmed))
       delete from public.price_alerts as older using confirmed
       where older.watcher_id = confirmed.watcher_id and older.item_id = confirmed.item_id
         and older.kind = confirmed.kind and older.id <> confirmed.id and older.status = 'active'
         -- Of another size or color is another alert.
         and coalesce((
           select private.is_same_thing(one, other)
           from public.products as one, public.products as other
           where one.id = confirmed.product_id and other.id = older.product_id
         ), true)`,
      [owner.alertId],
    )
    return {}
  },
})
