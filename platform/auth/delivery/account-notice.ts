import type { User } from '../accounts/users.ts'
import type { Queryable } from '../database.ts'
import type { Auth } from '../deps.ts'
import { renderMail } from './render-template.ts'
import type { NoticeKind } from './templates.ts'

export interface AccountNotice {
  kind: NoticeKind
  /** As the account is after the change. */
  user: User
  /** The user's address without it. */
  to?: string | null
  oldEmail?: string | null
  oldPhone?: string | null
  factorType?: string
  /** Of an identity, or "passkey". */
  provider?: string
}

/** Writes into the outbox what was changed in an account, where `[auth.email.notification]` wants it and a mail finds its owner. */
export async function sendNotice(auth: Auth, tx: Queryable, notice: AccountNotice): Promise<void> {
  const { kind, user } = notice
  const to = notice.to === undefined ? user.email : notice.to
  const template = auth.notices[kind]
  if (!template || !to) return
  const values = {
    SiteURL: auth.config.site_url,
    Email: user.email ?? '',
    OldEmail: notice.oldEmail ?? '',
    Phone: user.phone ?? '',
    OldPhone: notice.oldPhone ?? '',
    FactorType: notice.factorType ?? '',
    Provider: notice.provider ?? '',
    SendingTo: to,
    Data: user.raw_user_meta_data ?? {},
  }
  await auth.messenger.mail(tx, { kind, to, ...renderMail(template, values) })
}
