import { z } from 'zod'
import { line, postFunction, text } from '../_shared/http.ts'
import { composeMail } from '../_shared/mail/compose.ts'
import { emailAddress } from '../_shared/mail/email-address.ts'
import { limitRate, takeRate } from '../_shared/rate-limit.ts'

/** More than anybody has to say in an hour. */
const PER_ADDRESS = { name: 'contact-message', amount: 10, seconds: 3600 } as const
/** What the owner's mailbox takes, however many addresses a flood comes from; the rest waits in the back office. */
const OWNERS_MAIL = { name: 'contact-message mail', amount: 60, seconds: 3600 } as const

const input = z.object({
  name: line(200).pipe(z.string().min(1, 'Please tell us your name')),
  email: emailAddress,
  subject: line(300).pipe(z.string().min(1, 'Please give your message a subject')),
  message: text(10_000).pipe(z.string().min(1, 'Please write a message')),
  website: z.string().max(500).default(''),
})

/** Stores a message of the contact form and mails it to the owner, who answers the visitor directly. */
export default postFunction({
  input,
  // 10,000 characters of four bytes, escaped in JSON, and the fields around them.
  maxBytes: 96_000,
  async run({ name, email, subject, message, website }, ctx) {
    await limitRate(ctx, PER_ADDRESS)
    // Hidden from people: only a machine writes into it. It gets the answer that people get.
    if (website !== '') return {}
    await ctx.sql.query('insert into public.contact_messages (name, email, subject, message) values ($1, $2, $3, $4)', [
      name,
      email,
      subject,
      message,
    ])
    const owner = ctx.settings.CONTACT_EMAIL
    if (!owner) ctx.log.warn({ requestId: ctx.requestId }, 'a contact message was stored, but CONTACT_EMAIL is not set')
    else if ((await takeRate(ctx, OWNERS_MAIL, owner)) === 0) {
      const mail = composeMail({
        subject: `[${ctx.settings.SITE_NAME ?? 'Dahlia'}] ${subject}`,
        heading: subject,
        parts: [
          { kind: 'text', text: `${name} <${email}> wrote:` },
          { kind: 'quote', text: message },
        ],
        footer: [{ kind: 'text', text: 'Sent with the contact form. Your answer goes to the visitor.' }],
      })
      await ctx.mail({ kind: 'contact_message', to: owner, replyTo: email, ...mail })
    }
    return {}
  },
})
