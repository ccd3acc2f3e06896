import type { FunctionContext, FunctionMail } from '../context.ts'
import { composeMail, type MailPart, type MailPlan } from '../mail/compose.ts'
import { planDays } from './plan.ts'
import { CONFIRM_DAYS, makeToken, type Subscriber } from './tokens.ts'

type Letters = Pick<FunctionContext, 'sql' | 'url' | 'mail' | 'settings'>

/** Asks whether the address was really given by its owner. Nothing is sent to it until they say so. */
export async function sendConfirmLetter(ctx: Letters, subscriber: Pick<Subscriber, 'id' | 'email'>): Promise<void> {
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
export async function sendPlanLetter(ctx: Letters, subscriber: Pick<Subscriber, 'id' | 'email'>): Promise<void> {
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

type Letter = Omit<MailPlan, 'footer'> & Pick<FunctionMail, 'kind'>

/** Every letter of the club can be left with one click, in its own words and in the mail program's button (RFC 8058). */
async function send(ctx: Letters, { id, email }: Pick<Subscriber, 'id' | 'email'>, { kind, ...letter }: Letter) {
  const leave = `${ctx.url}/newsletter/unsubscribe?token=${await makeToken(ctx.sql, id, 'unsubscribe')}`
  const footer: MailPart[] = [
    { kind: 'text', text: `You get this because this address was entered at ${new URL(ctx.url).host}.` },
    { kind: 'link', label: 'Unsubscribe', href: leave },
  ]
  await ctx.mail({
    kind,
    to: email,
    ...composeMail({ ...letter, footer }),
    headers: { 'List-Unsubscribe': `<${leave}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  })
}

const siteName = ({ settings }: Letters): string => settings.SITE_NAME ?? 'Dahlia'
