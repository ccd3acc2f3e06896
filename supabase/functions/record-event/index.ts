import { postFunction } from '../_shared/http.ts'
import { limitRate, takeRate } from '../_shared/rate-limit.ts'
import { eventInput } from './events.ts'
import { isBotRequest } from './is-bot.ts'

/** The longest event is a search term of 200 characters; four bytes each and the names around it. */
const MAX_BYTES = 4096
/** Two pages a second for a minute: more than a person reads, and enough for an office behind one address. */
const PER_ADDRESS = { name: 'record-event', amount: 120, seconds: 60 } as const
/** Bestsellers follow from clicks: one address raises no product further than a person's interest would. */
const CLICKS = { amount: 3, seconds: 86_400 } as const

/** Counts what happened on a page. Nothing is kept of who it was. */
export default postFunction({
  input: eventInput,
  maxBytes: MAX_BYTES,
  async run({ name, path, productId, properties }, ctx, request) {
    await limitRate(ctx, PER_ADDRESS)
    const isBot = isBotRequest(request.headers)
    const isRepeated =
      name === 'outbound_click' &&
      !isBot &&
      productId !== undefined &&
      (await takeRate(ctx, { name: `click ${productId}`, ...CLICKS })) > 0
    await ctx.sql.query(
      `insert into public.events (name, path, product_id, properties, is_bot)
       values ($1, $2, (select id from public.products where id = $3), $4, $5)`,
      [name, path, productId ?? null, properties, isBot || isRepeated],
    )
    return undefined
  },
})
