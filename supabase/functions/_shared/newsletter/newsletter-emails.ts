import type { FunctionContext, FunctionMail } from '../context.ts'
import { composeMail, type MailPart, type MailPlan } from '../mail/compose.ts'
import { senderAddress } from '../mail/sender-address.ts'
import { planDays } from './plan.ts'
import { CONFIRM_DAYS, makeToken, type Queryable, type Subscriber } from './tokens.ts'

type EmailContext = Pick<FunctionContext, 'sql' | 'url' | 'mail' | 'settings'>
type Addressee = Pick<Subscriber, 'id' | 'email'>

/** Asks whether the address was really given by its owner. Nothing is sent to it until they say so. */
export async function sendConfirmEmail(ctx: EmailContext, subscriber: Addressee): Promise<void> {
  const name = siteName(ctx)
  const token = await makeToken(ctx.sql, subscriber.id, 'confirm')
  await send(ctx, subscriber, {
    kind: 'newsletter_confirm',
    subject: `Please confirm: your 7-Day Glow-Up Plan from ${name}`,
    heading: 'One press, and your plan is on its way',
    parts: [
      {
        kind: 'text',
        text: `Somebody, most likely you, asked to join the ${name} e-mail club with this address. Confirm it, and the 7-Day Glow-Up Plan and your welcome gift are in your inbox a moment later.`,
      },
      { kind: 'button', label: 'Confirm my address', href: `${ctx.url}/newsletter/confirm?token=${token}` },
      {
        kind: 'text',
        text: `The link works for ${CONFIRM_DAYS} days. If it was not you, do nothing: without a confirmation nothing more is sent, and the address is deleted.`,
      },
    ],
  })
}

/** What was promised: the plan, and the gift. */
export async function sendPlanEmail(ctx: EmailContext, subscriber: Addressee): Promise<void> {
  const name = siteName(ctx)
  await send(ctx, subscriber, {
    kind: 'newsletter_plan',
    subject: 'Your 7-Day Glow-Up Plan, and a gift',
    heading: 'Seven days, twenty minutes each',
    parts: [
      {
        kind: 'text',
        text: `You're in. Here is the plan, one small thing a day, in an order that makes each day easier than the last. Nothing in it has to be bought.`,
      },
      { kind: 'list', items: planDays },
      { kind: 'button', label: 'Read the whole plan', href: `${ctx.url}/glow-up-plan` },
      {
        kind: 'text',
        text: 'And your welcome gift: the week as a card to print and hang up, with a box to tick for every part of every day.',
      },
      { kind: 'link', label: 'Print your week card', href: `${ctx.url}/glow-up-plan/card` },
      { kind: 'text', text: `Until the first letter, then. The ${name} desk` },
    ],
  })
}

type NewsletterEmail = Omit<MailPlan, 'footer'> & Pick<FunctionMail, 'kind'>

async function send(ctx: EmailContext, subscriber: Addressee, { kind, ...plan }: NewsletterEmail) {
  await ctx.mail(await newsletterMail(ctx, { subscriber, kind, plan }))
}

interface NewsletterMail {
  subscriber: Addressee
  kind: string
  plan: Omit<MailPlan, 'footer'>
  /** Why they get this one, beyond that they asked for it. */
  why?: string
}

/** Every newsletter email can be left with one click, in its own words and in the mail program's button (RFC 8058). */
export async function newsletterMail(
  { sql, url, settings }: Omit<EmailContext, 'mail' | 'sql'> & { sql: Queryable },
  { subscriber, kind, plan, why }: NewsletterMail,
): Promise<FunctionMail> {
  const leave = `${url}/newsletter/unsubscribe?token=${await makeToken(sql, subscriber.id, 'unsubscribe')}`
  const reason = `You get this because this address was entered at ${new URL(url).host}.`
  const footer: MailPart[] = [
    { kind: 'text', text: [reason, why].filter(Boolean).join(' ') },
    { kind: 'link', label: 'Unsubscribe', href: leave },
    ...senderAddress(settings),
  ]
  return {
    kind,
    to: subscriber.email,
    ...composeMail({ ...plan, footer }),
    headers: { 'List-Unsubscribe': `<${leave}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  }
}

const siteName = ({ settings }: Pick<EmailContext, 'settings'>): string => settings.SITE_NAME ?? 'Dahlia'
