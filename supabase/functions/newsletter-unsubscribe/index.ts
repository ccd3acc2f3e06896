import { postFunction } from '../_shared/http.ts'
import { LINKS_PER_ADDRESS, linkIsOver, tokenInput } from '../_shared/newsletter/token-input.ts'
import { subscriberOf } from '../_shared/newsletter/tokens.ts'
import { limitRate } from '../_shared/rate-limit.ts'

/** Takes an address off the list, at once and as often as asked. Its open confirm links end with it, and what was planned for it. */
export default postFunction({
  input: tokenInput,
  maxBytes: 500,
  async run({ token }, ctx) {
    await limitRate(ctx, LINKS_PER_ADDRESS)
    const subscriber = await subscriberOf(ctx.sql, token, 'unsubscribe')
    if (!subscriber) throw linkIsOver()
    await ctx.sql.query(
      `with ended as (delete from private.newsletter_tokens where subscriber_id = $1 and purpose = 'confirm'),
       planned as (delete from private.planned_mails where subscriber_id = $1)
       update public.newsletter_subscribers
       set status = 'unsubscribed', unsubscribed_at = now()
       where id = $1 and status <> 'unsubscribed'`,
      [subscriber.id],
    )
    return {}
  },
})
