import { readFile } from 'node:fs/promises'
import { NOTIFICATIONS } from '../../config/auth-schema.ts'
import type { AuthConfig } from '../../config/schema.ts'

export type MailKind = keyof typeof WORDS
export type NoticeKind = (typeof NOTIFICATIONS)[number]

/** What a mail says. `action` labels the button; without one there is only the code. */
interface Words {
  subject: string
  heading: string
  body: string
  action?: string
  code?: string
}

const WORDS = {
  confirmation: {
    subject: 'Confirm your e-mail address',
    heading: 'One click and you are in',
    body: 'Thank you for signing up. Please confirm that this address belongs to you.',
    action: 'Confirm my address',
    code: 'Or type this code where you signed up:',
  },
  recovery: {
    subject: 'Choose a new password',
    heading: 'Forgotten your password?',
    body: 'Somebody, hopefully you, asked for a new password for this account. If it was not you, you need not do anything: the old one still works.',
    action: 'Choose a new password',
    code: 'Or type this code where you asked for it:',
  },
  magic_link: {
    subject: 'Your sign-in link',
    heading: 'Sign in without a password',
    body: 'Use this link once to sign in. If you did not ask for it, you may ignore this mail.',
    action: 'Sign in',
    code: 'Or type this code where you asked for it:',
  },
  invite: {
    subject: 'You are invited',
    heading: 'There is a place for you',
    body: 'Somebody has made an account for you at {{ .SiteURL }}. Accept the invitation to use it.',
    action: 'Accept the invitation',
    code: 'Or type this code when you are asked for one:',
  },
  email_change: {
    subject: 'Confirm the change of your e-mail address',
    heading: 'A new address for your account',
    body: 'The address of your account is to change from {{ .Email }} to {{ .NewEmail }}. Please confirm that you want this. If you do not, ignore this mail and nothing changes.',
    action: 'Confirm the change',
    code: 'Or type this code when you are asked for one:',
  },
  reauthentication: {
    subject: 'Your confirmation code',
    heading: 'Is it you?',
    body: 'You are about to change something important in your account.',
    code: 'Please type this code to confirm it:',
  },
} as const satisfies Record<string, Words>

/** Mails that tell what was changed, for the case that it was somebody else. */
const NOTICES: Record<NoticeKind, Pick<Words, 'subject' | 'heading' | 'body'>> = {
  password_changed: {
    subject: 'Your password was changed',
    heading: 'Your password was changed',
    body: 'The password of your account {{ .Email }} at {{ .SiteURL }} was changed.',
  },
  email_changed: {
    subject: 'Your e-mail address was changed',
    heading: 'Your e-mail address was changed',
    body: 'The address of your account at {{ .SiteURL }} was changed from {{ .OldEmail }} to {{ .Email }}.',
  },
  phone_changed: {
    subject: 'Your phone number was changed',
    heading: 'Your phone number was changed',
    body: 'The phone number of your account {{ .Email }} at {{ .SiteURL }} was changed.',
  },
  // Passkeys too: GoTrue has no notification of their own.
  identity_linked: {
    subject: 'A way of signing in was added to your account',
    heading: 'A way of signing in was added',
    body: 'Your account {{ .Email }} at {{ .SiteURL }} can be entered in a further way: {{ .Provider }}.',
  },
  identity_unlinked: {
    subject: 'A way of signing in was removed from your account',
    heading: 'A way of signing in was removed',
    body: 'Your account {{ .Email }} at {{ .SiteURL }} can no longer be entered in this way: {{ .Provider }}.',
  },
  mfa_factor_enrolled: {
    subject: 'A second factor was added to your account',
    heading: 'A second factor was added',
    body: 'A second factor ({{ .FactorType }}) was added to your account {{ .Email }} at {{ .SiteURL }}.',
  },
  mfa_factor_unenrolled: {
    subject: 'A second factor was removed from your account',
    heading: 'A second factor was removed',
    body: 'A second factor ({{ .FactorType }}) was removed from your account {{ .Email }} at {{ .SiteURL }}.',
  },
}
const NOT_YOU =
  'If it was you, there is nothing to do. If not, choose a new password now and tell whoever runs the site.'

export interface Template {
  subject: string
  /** With the CLI's placeholders: {{ .ConfirmationURL }}, {{ .Token }}, … */
  html: string
  text: string
}

export type Templates = Record<MailKind, Template>
/** Of the notices that config.toml switches on. */
export type Notices = Partial<Record<NoticeKind, Template>>

/** Our own words, or the operator's where config.toml has some. */
export async function loadTemplates({ email }: AuthConfig): Promise<Templates> {
  const load = async (kind: MailKind): Promise<Template> => {
    const own = builtIn(WORDS[kind])
    const configured = email.template[kind]
    const html = configured?.content ?? (await fromFile(`template.${kind}`, configured?.content_path))
    const subject = configured?.subject ?? own.subject
    return html === undefined ? { ...own, subject } : { subject, html, text: plainText(subject) }
  }
  const [confirmation, recovery, magic_link, invite, email_change, reauthentication] = await Promise.all([
    load('confirmation'),
    load('recovery'),
    load('magic_link'),
    load('invite'),
    load('email_change'),
    load('reauthentication'),
  ])
  return { confirmation, recovery, magic_link, invite, email_change, reauthentication }
}

export async function loadNotices({ email }: AuthConfig): Promise<Notices> {
  const notices: Notices = {}
  for (const kind of NOTIFICATIONS) {
    const configured = email.notification[kind]
    if (!configured?.enabled) continue
    const { heading, body, ...words } = NOTICES[kind]
    const subject = configured.subject ?? words.subject
    const html = configured.content ?? (await fromFile(`notification.${kind}`, configured.content_path))
    notices[kind] = {
      subject,
      html:
        html ?? page(subject, `<h1 style="margin-top:0;font-size:22px">${heading}</h1><p>${body}</p><p>${NOT_YOU}</p>`),
      text: [heading, body, NOT_YOU].join('\n\n'),
    }
  }
  return notices
}

async function fromFile(setting: string, path: string | undefined): Promise<string | undefined> {
  if (!path) return undefined
  return readFile(path, 'utf8').catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`auth.email.${setting}.content_path cannot be read: ${reason}`, { cause })
  })
}

/** The text part beside an operator's HTML: the link and the code are what a reader needs. */
const plainText = (subject: string) => `${subject}\n\n{{ .ConfirmationURL }}\n\n{{ .Token }}\n`

function builtIn({ subject, heading, body, action, code }: Words): Template {
  const button = action
    ? `<p><a href="{{ .ConfirmationURL }}" style="display:inline-block;padding:12px 24px;border-radius:999px;background:#9d174d;color:#ffffff;text-decoration:none">${action}</a></p>`
    : ''
  const digits = code
    ? `<p>${code}</p><p style="font-size:28px;letter-spacing:6px;font-weight:600">{{ .Token }}</p>`
    : ''
  return {
    subject,
    html: page(
      subject,
      `<h1 style="margin-top:0;font-size:22px">${heading}</h1><p>${body}</p>${button}${digits}<p style="color:#6b7280;font-size:13px">The link and the code work once and for a limited time.</p>`,
    ),
    text: [
      heading,
      body,
      ...(action ? [`${action}: {{ .ConfirmationURL }}`] : []),
      ...(code ? [`${code} {{ .Token }}`] : []),
      'The link and the code work once and for a limited time.',
    ].join('\n\n'),
  }
}

const page = (title: string, content: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body style="margin:0;padding:32px 16px;background:#fdf2f8;color:#1f2937;font-family:system-ui,sans-serif;line-height:1.5"><div style="max-width:480px;margin:0 auto;padding:32px;border-radius:16px;background:#ffffff">${content}</div></body></html>`
