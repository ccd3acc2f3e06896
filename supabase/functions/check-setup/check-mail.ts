import type { FunctionContext } from '../_shared/context.ts'
import { composeMail } from '../_shared/mail/compose.ts'
import { type Found, ok, todo } from './found.ts'

/** Sends a mail to the admin who asks, and says what the mail server answered. */
export async function checkMail({ settings, tryMail }: FunctionContext, to: string): Promise<Found> {
  const server = settings.MAIL_SERVER
  if (!server) {
    return todo(
      'No mail server is set: mails wait in the outbox. Set SMTP_HOST, SMTP_PORT, SMTP_USER, SMTP_PASSWORD and SMTP_FROM, and start the shop again.',
    )
  }
  const name = settings.SITE_NAME ?? 'Dahlia'
  const mail = composeMail({
    subject: `${name} can send mail`,
    heading: 'This mail arrived',
    parts: [{ kind: 'text', text: 'The set-up checklist of the back office sent it. There is nothing to do.' }],
    footer: [{ kind: 'text', text: `Asked for in the back office of ${name}.` }],
  })
  const tried = await tryMail({ kind: 'setup_check', to, ...mail })
  if (tried === null) return todo(`${server} is set, but this process sends no mail. Start the shop again.`)
  const said = tried.said === '' ? 'nothing' : `“${tried.said}”`
  if (tried.taken)
    return ok(`${server} took a mail to ${to} and said ${said}. Look whether it arrived, and not as spam.`)
  return todo(
    `${server} did not take a mail to ${to} and said ${said}. Check SMTP_HOST, SMTP_PORT, SMTP_USER, SMTP_PASSWORD and SMTP_FROM, and start the shop again.`,
  )
}
