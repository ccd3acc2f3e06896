import { siteConfig } from './site-config.ts'

/**
 * Where each network reads a word of ours back from in its reports, by the hosts of its links. Amazon has such a word for
 * approved accounts alone, and shortened links pass none on: both stay as they are.
 */
const networks = [
  ['clickref', /(^|\.)awin1\.com$/],
  ['sid', /(^|\.)(anrdoezrs\.net|dpbolvw\.net|jdoqocy\.com|kqzyfj\.com|tkqlhce\.com)$/],
  ['cuid', /^(redirect\.viglink\.com|sovrn\.co)$/],
] as const

/**
 * A paid link that tells its network where on the site it was followed: the place's name, nothing about the visitor. What
 * is in the link already stays, letter by letter: networks compare it. The own store's statistics read utm parameters.
 */
export function withSubId(href: string, slot: string, source?: string | null): string {
  const { hostname, pathname } = new URL(href)
  const store = source === 'shopify'
  const name = store ? 'utm_source' : networks.find(([, hosts]) => hosts.test(hostname))?.[0]
  // A path that holds the whole target (CJ's /links/…/https://…) would pass the word on to the shop.
  if (!name || pathname.includes('//') || new RegExp(`[?&]${name}=`, 'i').test(href)) return href
  const value = store ? `${siteConfig.name.toLowerCase()}&utm_medium=referral&utm_content=${slot}` : slot
  const [address = href, fragment] = href.split(/(?=#)/)
  return `${address}${address.includes('?') ? '&' : '?'}${name}=${value}${fragment ?? ''}`
}
