import { postFunction } from '../_shared/http.ts'
import { sendPlanEmail } from '../_shared/newsletter/newsletter-emails.ts'
import { LINKS_PER_ADDRESS, linkIsOver, tokenInput } from '../_shared/newsletter/token-input.ts'
import { subscriberOf } from '../_shared/newsletter/tokens.ts'
import { limitRate } from '../_shared/rate-limit.ts'

/** Makes a pending address a member and sends what was promised, once. A second press says the same. */
export default postFunction({
  input: tokenInput,
  maxBytes: 500,
  async run({ token }, ctx) {
    await limitRate(ctx, LINKS_PER_ADDRESS)
    const subscriber = await subscriberOf(ctx.sql, token, 'confirm')
    if (!subscriber || subscriber.status === 'unsubscribed') throw linkIsOver()
    const { rowCount } = await ctx.sql.query(
      `update public.newsletter_subscribers set status = 'confirmed', confirmed_at = now() where id = $1 and status = 'pending'`,
      [subscriber.id],
    )
    // Of two presses at once, one changes the row and sends.
    if (rowCount === 1) await sendPlanEmail(ctx, subscriber)
    return {}
  },
})
