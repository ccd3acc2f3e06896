import { z } from 'zod'
import { ALERT_CONSENT, ALERT_KINDS, type Watcher } from '../_shared/alerts/alert.ts'
import { confirmMail } from '../_shared/alerts/alert-mail.ts'
import { type Watched, watchedItem } from '../_shared/alerts/watched-item.ts'
import type { FunctionContext } from '../_shared/context.ts'
import { line, postFunction, Refusal } from '../_shared/http.ts'
import { emailAddress, mailboxOf } from '../_shared/mail/email-address.ts'
import { limitRate, takeRate } from '../_shared/rate-limit.ts'

/** A household or a small office, and nobody's list of addresses. */
const PER_ADDRESS = { name: 'create-price-alert', amount: 20, seconds: 3600 } as const
/** Nobody's mailbox is filled by strangers who type its address. */
const PER_MAILBOX = { name: 'alert mail', amount: 5, seconds: 86_400 } as const
/** More than a person follows; each costs the job a look. */
const ALERTS_PER_WATCHER = 100

const input = z.object({
  email: emailAddress,
  product_id: z.int().positive(),
  kind: z.enum(ALERT_KINDS),
  target_price: z.number().positive().max(9_999_999).optional(),
  source_page: line(500).default('/'),
  website: z.string().max(500).default(''),
})

/**
 * Keeps what an address wants to be told of as pending, and asks it to confirm. The reply is the same for every address
 * and for a machine that filled the hidden field; what is refused depends on the product alone.
 */
export default postFunction({
  input,
  maxBytes: 4000,
  async run(asked, ctx) {
    await limitRate(ctx, PER_ADDRESS)
    // Hidden from people: only a machine writes into it.
    if (asked.website !== '') return {}
    const item = await watchedItem(ctx.sql, asked.product_id)
    const targetPrice = checkWish(asked, item)
    const kept = await keepAlert(ctx, { ...asked, item, targetPrice })
    if (kept && (await takeRate(ctx, PER_MAILBOX, mailboxOf(asked.email))) === 0) {
      const { watcher, alertId } = kept
      const { name, currency } = item
      await ctx.mail(
        await confirmMail(ctx, { watcher, alertId, wish: { kind: asked.kind, name, targetPrice, currency } }),
      )
    }
    return {}
  },
})

type Asked = z.output<typeof input>

/** The target price of the wish; null where it has none. Refuses what is fulfilled already. */
function checkWish({ kind, target_price }: Asked, { price, inStock }: Watched): number | null {
  if (kind === 'stock' && inStock) throw new Refusal(409, 'This can be bought right now.')
  if (kind !== 'target') return null
  const message =
    target_price === undefined
      ? 'Please say at which price we shall write to you.'
      : price !== null && target_price >= price
        ? 'It costs that already. Please name a lower price.'
        : null
  if (message || target_price === undefined)
    throw new Refusal(400, message ?? '', { fields: { target_price: message ?? '' } })
  return Math.round(target_price * 100) / 100
}

interface Wanted extends Asked {
  item: Watched
  targetPrice: number | null
}

/** Null where the address has as many alerts as anybody may have: nothing more is kept, and nobody is told. */
async function keepAlert(
  { sql }: FunctionContext,
  { email, item, product_id, kind, targetPrice, source_page }: Wanted,
): Promise<{ watcher: Watcher; alertId: string } | null> {
  const { rows } = await sql.query<Watcher>(
    `insert into public.price_watchers as known (email) values ($1)
     on conflict (lower(email)) do update set email = known.email
     returning id, email`,
    [email],
  )
  const [watcher] = rows
  if (!watcher) throw new Error('the address was stored nowhere')
  const alert = await sql.query<{ id: string }>(
    `insert into public.price_alerts
       (watcher_id, item_id, product_id, kind, target_price, currency, source_page, consent_text)
     select $1, $2, $3, $4, $5, $6, $7, $8
     where (select count(*) from public.price_alerts where watcher_id = $1 and status <> 'done') < $9
     returning id`,
    [
      watcher.id,
      item.itemId,
      product_id,
      kind,
      targetPrice,
      item.currency,
      source_page,
      ALERT_CONSENT,
      ALERTS_PER_WATCHER,
    ],
  )
  return alert.rows[0] ? { watcher, alertId: alert.rows[0].id } : null
}
