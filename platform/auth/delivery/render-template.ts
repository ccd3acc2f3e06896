import { escapeUTF8 } from 'entities'

/** Values by the CLI's names: ConfirmationURL, Token, TokenHash, SiteURL, Email, NewEmail, RedirectTo, Data. */
export type TemplateValues = Record<string, unknown>

const PLACEHOLDER = /\{\{-?\s*\.([A-Za-z]+(?:\.[A-Za-z0-9_]+)*)\s*-?\}\}/g

/** Fills the placeholders of a template. In HTML every value is escaped: names and addresses come from visitors. */
export function renderTemplate(template: string, values: TemplateValues, kind: 'html' | 'text'): string {
  return template.replaceAll(PLACEHOLDER, (_, path: string) => {
    const value = lookUp(values, path.split('.'))
    return kind === 'html' ? escapeHtml(value) : value
  })
}

function lookUp(values: unknown, path: string[]): string {
  let current = values
  for (const name of path) {
    if (typeof current !== 'object' || current === null) return ''
    current = new Map<string, unknown>(Object.entries(current)).get(name)
  }
  return typeof current === 'string' || typeof current === 'number' ? String(current) : ''
}

/** The apostrophe by its number: mail programs that know HTML 4 alone show `&apos;` as it stands. */
function escapeHtml(text: string): string {
  return escapeUTF8(text).replaceAll('&apos;', '&#39;')
}

interface MailTemplate {
  subject: string
  text: string
  html: string
}

/** Subject and bodies of a mail. A line break in a subject would start a header of the sender's choice. */
export const renderMail = (template: MailTemplate, values: TemplateValues): MailTemplate => ({
  subject: renderTemplate(template.subject, values, 'text').replaceAll(/[\r\n]+/g, ' '),
  text: renderTemplate(template.text, values, 'text'),
  html: renderTemplate(template.html, values, 'html'),
})
