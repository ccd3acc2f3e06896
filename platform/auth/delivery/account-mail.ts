import type { User } from '../accounts/users.ts'
import type { Queryable } from '../database.ts'
import { type RequestContext, serviceUrl } from '../deps.ts'
import { renderMail } from './render-template.ts'
import type { MailKind } from './templates.ts'

/** The `type` of a mail's link, which /verify is asked with. */
export type LinkType = 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change'

export interface AccountMail {
  kind: MailKind
  to: string
  user: User
  otp: string
  /** Absent for a mail that only carries a code. */
  link?: { token: string; type: LinkType; redirectTo: string }
  newEmail?: string
}

/** Writes a mail of the account into the outbox. */
export async function sendAccountMail(context: RequestContext, tx: Queryable, mail: AccountMail): Promise<void> {
  const { auth } = context.env
  const { kind, to, user, otp, link, newEmail } = mail
  const template = auth.templates[kind]
  const values = {
    ConfirmationURL: link ? confirmationUrl(context, link) : '',
    Token: otp,
    TokenHash: link?.token ?? '',
    SiteURL: auth.config.site_url,
    RedirectTo: link?.redirectTo ?? '',
    Email: user.email ?? '',
    NewEmail: newEmail ?? '',
    SendingTo: to,
    Data: user.raw_user_meta_data ?? {},
  }
  await auth.messenger.mail(tx, { kind, to, ...renderMail(template, values) })
}

/** The address that a mail's link opens. */
export function confirmationUrl(
  context: RequestContext,
  { token, type, redirectTo }: { token: string; type: LinkType; redirectTo: string },
): string {
  // Plain addresses stay readable, as clients of GoTrue expect them; others could change the query's meaning.
  const target = /^[\w:/.~?-]+$/.test(redirectTo) ? redirectTo : encodeURIComponent(redirectTo)
  return `${serviceUrl(context)}/verify?token=${encodeURIComponent(token)}&type=${type}&redirect_to=${target}`
}
