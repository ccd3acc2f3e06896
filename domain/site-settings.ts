import { siteConfig } from './site-config.ts'

const start = structuredClone(siteConfig)

/** The texts of the site that the office changes: keys of site_settings with what stands without a row. */
export const TEXT_SETTINGS = {
  site_name: start.name,
  site_tagline: start.tagline,
  site_description: start.description,
  site_byline: start.byline,
  content_year: String(start.contentYear),
  disclosure: start.disclosure,
  amazon_disclosure: start.amazonDisclosure,
  social_proof_text: start.socialProof.text,
  social_proof_source: start.socialProof.source,
  email_general: start.email.general,
  email_partnerships: start.email.partnerships,
  popular_searches: '',
} as const
export type TextSetting = keyof typeof TEXT_SETTINGS

/** The rows of site_settings as what `changeConfig` takes; rows of other keys and of other types are none of the texts. */
export function configOf(rows: readonly { key: string; value: unknown }[]): string | null {
  const texts = new Map(
    rows.flatMap(({ key, value }) =>
      key in TEXT_SETTINGS && typeof value === 'string' ? [[key, value] as const] : [],
    ),
  )
  if (texts.size === 0) return null
  const text = (key: TextSetting) => texts.get(key) ?? TEXT_SETTINGS[key]
  const searches = linesOf(text('popular_searches'))
  return JSON.stringify({
    name: text('site_name'),
    tagline: text('site_tagline'),
    description: text('site_description'),
    byline: text('site_byline'),
    contentYear: Number(text('content_year')) || start.contentYear,
    disclosure: text('disclosure'),
    amazonDisclosure: text('amazon_disclosure'),
    socialProof: { text: text('social_proof_text'), source: text('social_proof_source') },
    email: { general: text('email_general'), partnerships: text('email_partnerships') },
    popularSearches: searches.length > 0 ? searches : null,
  })
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
