import { z } from 'zod'
import { line, postFunction } from '../_shared/http.ts'
import { emailAddress, mailboxOf } from '../_shared/mail/email-address.ts'
import { sendConfirmEmail, sendPlanEmail } from '../_shared/newsletter/newsletter-emails.ts'
import type { Subscriber } from '../_shared/newsletter/tokens.ts'
import { limitRate, takeRate } from '../_shared/rate-limit.ts'

/** A household or a small office, and nobody's list of addresses. */
const PER_ADDRESS = { name: 'newsletter-signup', amount: 20, seconds: 3600 } as const
/** Nobody's mailbox is filled by strangers who type its address. */
const PER_MAILBOX = { name: 'newsletter mail', amount: 3, seconds: 86_400 } as const

/** What the card says beside its button; the site holds the same words. Kept with the address as proof of consent. */
export const CONSENT_TEXT = 'At most one letter a week; leave with one click in every letter.'

/**
 * Puts an address on the list as pending and asks it to confirm. The reply is the same for a new address, one that
 * waits, a member and a machine that filled the hidden field: nobody learns who is on the list.
 */
export default postFunction({
  input: z.object({
    email: emailAddress,
    source_page: line(500).default('/'),
    website: z.string().max(500).default(''),
  }),
  maxBytes: 4000,
  async run({ email, source_page, website }, ctx) {
    await limitRate(ctx, PER_ADDRESS)
    // Hidden from people: only a machine writes into it.
    if (website !== '') return {}
    const { rows } = await ctx.sql.query<Subscriber>(
      `with signup as (
         insert into public.newsletter_subscribers as known (email, source_page, consent_text)
         values ($1, $2, $3)
         on conflict (lower(email)) do update
           set status = 'pending', consented_at = now(), unsubscribed_at = null,
               source_page = excluded.source_page, consent_text = excluded.consent_text
           -- A stranger who types a member's address changes nothing.
           where known.status <> 'confirmed'
         returning id, email, status
       )
       select * from signup
       union all
       select id, email, status from public.newsletter_subscribers
       where lower(email) = lower($1) and status = 'confirmed'
       limit 1`,
      [email, source_page, CONSENT_TEXT],
    )
    const [subscriber] = rows
    if (!subscriber) throw new Error('the signup was stored nowhere')
    const mayMail = (await takeRate(ctx, PER_MAILBOX, mailboxOf(email))) === 0
    if (mayMail) await (subscriber.status === 'confirmed' ? sendPlanEmail : sendConfirmEmail)(ctx, subscriber)
    return {}
  },
})
