import { NAME, siteConfig } from './site-config.ts'
import { TRUSTED_HOSTS } from './trusted-hosts.ts'

const start = structuredClone(siteConfig)

/** The texts of the site that the office changes: keys of site_settings with what stands without a row. */
export const TEXT_SETTINGS = {
  site_name: start.name,
  site_tagline: start.tagline,
  site_description: start.description.replaceAll(start.name, NAME),
  site_byline: start.byline.replaceAll(start.name, NAME),
  content_year: String(start.contentYear),
  disclosure: start.disclosure,
  amazon_disclosure: start.amazonDisclosure,
  social_proof_text: start.socialProof.text,
  social_proof_source: start.socialProof.source,
  email_general: start.email.general,
  email_partnerships: start.email.partnerships,
  popular_searches: '',
  /** One a line: the network's name, a space, its address. */
  social_links: start.social.map(({ name, url }) => `${name} ${url}`).join('\n'),
  /** One host a line. */
  trusted_hosts: TRUSTED_HOSTS.join('\n'),
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
  const written = (key: TextSetting) => texts.get(key) ?? TEXT_SETTINGS[key]
  const text = (key: TextSetting) => written(key).replaceAll(NAME, written('site_name'))
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
    social: linesOf(text('social_links')).flatMap(socialLink),
    trustedHosts: texts.has('trusted_hosts') ? linesOf(text('trusted_hosts')) : null,
    popularSearches: searches.length > 0 ? searches : null,
  })
}

/** Nothing for a line that is none: what is written by SQL must not break every page. */
function socialLink(line: string): { name: string; url: string }[] {
  const at = line.lastIndexOf(' ')
  return SOCIAL_LINK.test(line) ? [{ name: line.slice(0, at), url: line.slice(at + 1) }] : []
}

/** The database has the same two rules, for whole settings. */
export const SOCIAL_LINK = /^[^\s:/][^:/\n]{0,39} https:\/\/[^\s/]\S*$/
export const HOST_NAME = /^(?:[a-z0-9][a-z0-9-]{0,62}\.)+[a-z]{2,63}$/

export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
