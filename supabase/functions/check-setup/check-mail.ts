import type { FunctionContext, MailTried } from '../_shared/context.ts'
import { composeMail } from '../_shared/mail/compose.ts'
import { type Found, ok, todo } from './found.ts'

/** Sends a mail to the admin who asks, and says what the mail server answered. */
export async function checkMail(
  { settings, tryMail }: Pick<FunctionContext, 'settings' | 'tryMail'>,
  to: string,
): Promise<Found> {
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
  if (tried.trouble) return todo(`${TROUBLES[tried.trouble](server)} Then start the shop again.`)
  return todo(
    `${server} did not take a mail to ${to} and said ${said}. Check SMTP_HOST, SMTP_PORT, SMTP_USER, SMTP_PASSWORD and SMTP_FROM, and start the shop again.`,
  )
}

const TROUBLES: Readonly<Record<NonNullable<MailTried['trouble']>, (server: string) => string>> = {
  name: (server) => `There is no mail server ${server}: its name leads nowhere. Correct SMTP_HOST.`,
  refused: (server) =>
    `Nothing answers at ${server}: the port is another one, or a firewall is in between. Correct SMTP_PORT, which is 587 or 465 mostly.`,
  silent: (server) =>
    `${server} was reached and said nothing. Where its port wants TLS from the first byte, set SMTP_PORT to 465; else ask whoever runs it.`,
  certificate: (server) =>
    `The certificate of ${server} is not to be trusted: it is self-signed, too old, or of another name. Set SMTP_HOST to the name on it, or have the server get one that is signed.`,
  'no-tls': (server) =>
    `${server} does not speak TLS from the first byte, as port 465 has it. Set SMTP_PORT to the one that begins in plain text, 587 mostly.`,
  login: (server) => `${server} refused the login. Correct SMTP_USER and SMTP_PASSWORD.`,
}
