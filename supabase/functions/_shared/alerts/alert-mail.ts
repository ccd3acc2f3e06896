import { formatDate } from '#domain/dates.ts'
import { formatPrice } from '#domain/money.ts'
import { siteConfig } from '#domain/site-config.ts'
import { withSubId } from '#domain/sub-id.ts'
import { webAddress } from '../catalogue/web-address.ts'
import type { FunctionContext, FunctionMail } from '../context.ts'
import { composeMail, type MailEntry, type MailPart, type MailPlan } from '../mail/compose.ts'
import { senderAddress } from '../mail/sender-address.ts'
import type { Queryable } from '../newsletter/tokens.ts'
import { type AlertKind, CONFIRM_ALERT_DAYS, makeAlertToken, type Watcher } from './alert.ts'

/** The place of the mail's links, in the networks' reports. */
const SLOT = 'price-alert'

type Means = Pick<FunctionContext, 'url' | 'settings'> & { sql: Queryable }

/** What was hit: the cheapest offer that fulfils the alert. */
export interface Hit {
  alertId: string
  kind: AlertKind
  name: string
  merchant: string
  source: string | null
  link: string
  price: number | null
  currency: string
  asOf: Date
  targetPrice: number | null
  /** Sentence that must stand beside the merchant's links. */
  disclosure: string | null
}

export interface Wish {
  kind: AlertKind
  name: string
  targetPrice: number | null
  currency: string
}

/** Asks whether the address was really given by its owner. */
export async function confirmMail(
  ctx: Means,
  { watcher, alertId, wish }: { watcher: Watcher; alertId: string; wish: Wish },
): Promise<FunctionMail> {
  const token = await makeAlertToken(ctx.sql, watcher.id, alertId)
  return alertMail(ctx, watcher, {
    kind: 'price_alert_confirm',
    subject: 'Please confirm your alert',
    heading: 'One press, and we keep watch',
    parts: [
      { kind: 'text', text: `Somebody, most likely you, asked us to write to this address ${wishText(wish)}.` },
      { kind: 'button', label: 'Confirm my alert', href: `${ctx.url}/alerts/confirm?token=${token}` },
      {
        kind: 'text',
        text: `The link works for ${CONFIRM_ALERT_DAYS} days. If it was not you, do nothing: without a confirmation nothing more is sent, and the address is deleted.`,
      },
    ],
  })
}

/** The hits of a day in one mail. */
export async function hitsMail(ctx: Means, watcher: Watcher, hits: readonly Hit[]): Promise<FunctionMail> {
  const entries = hits.flatMap(asEntry)
  const own = new Set(hits.flatMap(({ disclosure }) => disclosure ?? []))
  const asOf = new Date(Math.min(...hits.map((hit) => hit.asOf.getTime())))
  return alertMail(ctx, watcher, {
    kind: 'price_alert',
    subject: hits.length === 1 ? `Your alert: ${hits[0]?.name}` : `${hits.length} of your alerts`,
    heading: hits.length === 1 ? 'What you waited for is there' : 'What you waited for',
    parts: [
      { kind: 'text', text: [siteConfig.disclosure, ...own].join(' ') },
      { kind: 'entries', entries },
      {
        kind: 'text',
        text: `Prices and stock were checked on ${formatDate(asOf.toISOString())} or after it; what the shop’s page says is what counts.`,
      },
    ],
  })
}

async function alertMail(
  ctx: Means,
  { id, email }: Watcher,
  { kind, ...plan }: Omit<MailPlan, 'footer'> & { kind: string },
): Promise<FunctionMail> {
  const manage = `${ctx.url}/alerts?token=${await makeAlertToken(ctx.sql, id, null)}`
  const footer: MailPart[] = [
    {
      kind: 'text',
      text: `You get this because this address was entered at ${new URL(ctx.url).host}. One mail a day at most.`,
    },
    { kind: 'link', label: 'See, change or end your alerts', href: manage },
    ...senderAddress(ctx.settings),
  ]
  return {
    kind,
    to: email,
    ...composeMail({ ...plan, footer }),
    headers: { 'List-Unsubscribe': `<${manage}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  }
}

function wishText({ kind, name, targetPrice, currency }: Wish): string {
  if (kind === 'stock') return `when “${name}” can be bought again`
  if (kind === 'low') return `when “${name}” costs less than in the thirty days before`
  return `when “${name}” costs ${formatPrice(targetPrice, currency) ?? 'your price'} or less`
}

function asEntry(hit: Hit): MailEntry[] {
  const address = webAddress(hit.link)
  if (!address) return []
  return [
    {
      label: `${hit.name} at ${hit.merchant}`,
      href: withSubId(address, SLOT, hit.source),
      text: `${hitText(hit)}.`,
    },
  ]
}

function hitText({ kind, price, currency, targetPrice }: Hit): string {
  const now = formatPrice(price, currency)
  if (kind === 'stock') return now ? `In stock again, for ${now}` : 'In stock again'
  if (kind === 'low') return `${now}: less than in the thirty days before`
  return `${now}; you asked for ${formatPrice(targetPrice, currency)} or less`
}
