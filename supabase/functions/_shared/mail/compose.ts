import { escapeUTF8 } from 'entities'

/** A part of an email. Both the text and the HTML are made from it, and whatever it holds is escaped. */
export type MailPart =
  | { kind: 'text'; text: string }
  | { kind: 'button'; label: string; href: string }
  | { kind: 'link'; label: string; href: string }
  | { kind: 'list'; items: readonly { title: string; text: string }[] }
  | { kind: 'heading'; text: string }
  | { kind: 'entries'; entries: readonly MailEntry[] }
  /** Somebody else's words, with their line breaks. */
  | { kind: 'quote'; text: string }

/** A thing to look at: its name is the link. */
export interface MailEntry {
  label: string
  href: string
  text: string
}

export interface MailPlan {
  subject: string
  heading: string
  parts: readonly MailPart[]
  /** Small print. */
  footer: readonly MailPart[]
}

export interface ComposedMail {
  subject: string
  text: string
  html: string
}

/** Writes an email as text and as HTML that mail programs of the last twenty years show. */
export function composeMail({ subject, heading, parts, footer }: MailPlan): ComposedMail {
  const body = parts.map(asHtml).join('')
  const small = footer.map(asHtml).join('')
  return {
    subject,
    text: [heading, ...parts.map(asText), '--', ...footer.map(asText)].join('\n\n').concat('\n'),
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head><body style="margin:0;padding:32px 16px;background:#faf6f1;color:#1c1613;font-family:Georgia,serif;font-size:17px;line-height:1.6"><div style="max-width:560px;margin:0 auto"><div style="padding:40px 32px;background:#fffdfa;border-top:4px solid #f0c4ba"><h1 style="margin:0 0 20px;font-size:30px;line-height:1.2;font-weight:400">${escapeHtml(heading)}</h1>${body}</div><div style="padding:20px 32px;color:#63574f;font-family:Helvetica,Arial,sans-serif;font-size:13px;line-height:1.5">${small}</div></div></body></html>`,
  }
}

function asHtml(part: MailPart): string {
  switch (part.kind) {
    case 'text':
      return `<p style="margin:0 0 18px">${escapeHtml(part.text)}</p>`
    case 'button':
      return `<p style="margin:0 0 22px"><a href="${escapeHtml(part.href)}" style="display:inline-block;padding:14px 28px;background:#1c1613;color:#fffdfa;font-family:Helvetica,Arial,sans-serif;font-size:15px;text-decoration:none">${escapeHtml(part.label)}</a></p>`
    case 'link':
      return `<p style="margin:0 0 14px"><a href="${escapeHtml(part.href)}" style="color:#94384a">${escapeHtml(part.label)}</a></p>`
    case 'list':
      return `<ol style="margin:0 0 22px;padding-left:24px">${part.items
        .map(
          ({ title, text }) =>
            `<li style="margin:0 0 12px"><strong style="font-weight:600">${escapeHtml(title)}.</strong> ${escapeHtml(text)}</li>`,
        )
        .join('')}</ol>`
    case 'heading':
      return `<h2 style="margin:28px 0 14px;font-size:21px;line-height:1.3;font-weight:400">${escapeHtml(part.text)}</h2>`
    case 'entries':
      return part.entries
        .map(
          ({ label, href, text }) =>
            `<p style="margin:0 0 16px"><a href="${escapeHtml(href)}" style="color:#94384a">${escapeHtml(label)}</a><br>${escapeHtml(text)}</p>`,
        )
        .join('')
    case 'quote':
      return `<blockquote style="margin:0 0 22px;padding:2px 0 2px 18px;border-left:3px solid #f0c4ba;white-space:pre-wrap;overflow-wrap:anywhere">${escapeHtml(part.text)}</blockquote>`
  }
}

function asText(part: MailPart): string {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'button':
    case 'link':
      return `${part.label}:\n${part.href}`
    case 'list':
      return part.items.map(({ title, text }, index) => `${index + 1}. ${title}. ${text}`).join('\n')
    case 'heading':
      return part.text.toUpperCase()
    case 'entries':
      return part.entries.map(({ label, href, text }) => [label, text, href].filter(Boolean).join('\n')).join('\n\n')
    case 'quote':
      // As mail programs have always marked what somebody else wrote.
      return part.text.replaceAll(/^/gm, '> ')
  }
}

/** `&apos;` is younger than some mail programs, which show it as it is. */
const escapeHtml = (text: string): string => escapeUTF8(text).replaceAll('&apos;', '&#39;')
