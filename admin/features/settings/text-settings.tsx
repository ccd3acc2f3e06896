import { HOST_NAME, linesOf, SOCIAL_LINK, TEXT_SETTINGS, type TextSetting } from '#domain/site-settings.ts'
import type { FormField } from '../../record/fields.ts'
import { z } from '../../zod.ts'
import { SettingsForm } from './settings-form.tsx'

const DEFAULTS: Record<TextSetting, string> = TEXT_SETTINGS

const LABELS: Record<TextSetting, [label: string, hint?: string]> = {
  site_name: ['Name of the site', 'It stands for {name} in the texts below.'],
  site_tagline: ['Tagline'],
  site_description: ['Description', 'What search engines show of the home page.'],
  site_byline: ['Byline', 'Who signs the articles.'],
  content_year: ['Year in dated titles'],
  disclosure: ['Disclosure', 'Beside affiliate links and in the footer.'],
  amazon_disclosure: ['Amazon’s disclosure', 'Its programme prescribes the words.'],
  social_proof_text: ['Social proof', 'Under the newsletter form, once its source is named.'],
  social_proof_source: ['Source of the social proof', 'Where the figure comes from. Empty: it is not shown.'],
  email_general: ['Email address'],
  email_partnerships: ['Email address for partnerships'],
  popular_searches: ['Popular searches', 'One a line. Empty: the site’s own.'],
  social_links: ['Social links', 'One a line: the name, a space, the https address.'],
  trusted_hosts: [
    'Trusted hosts',
    'One a line, such as amazon.com; subdomains count too. Drafts of other hosts are marked.',
  ],
}
const LONG: readonly string[] = ['site_description', 'disclosure', 'popular_searches', 'social_links', 'trusted_hosts']
const KEYS = Object.keys(LABELS).filter((key): key is TextSetting => key in TEXT_SETTINGS)

const fields: readonly FormField[] = KEYS.map((key) => {
  const [label, hint] = LABELS[key]
  return { key, label, ...(hint && { hint }), kind: LONG.includes(key) ? 'long' : 'text', maxLength: 1000 }
})
const text = z.string().trim().max(1000, 'At most 1,000 characters')
const lines = (rule: RegExp, message: string) =>
  text
    .transform((value) => linesOf(value).join('\n'))
    .refine((value) => value === '' || value.split('\n').every((line) => rule.test(line)), message)
const schema = z
  .object({
    social_links: lines(SOCIAL_LINK, 'Each line is a name, a space and an address that begins with https://'),
    trusted_hosts: lines(HOST_NAME, 'Each line is a host in small letters, such as amazon.com'),
  })
  .catchall(text)

/** The words of the site that admins change; every page has them within a second. */
export const TextSettings = () => (
  <SettingsForm
    title="Texts"
    note="An empty field has its default again"
    defaults={DEFAULTS}
    fields={fields}
    schema={schema}
  />
)
