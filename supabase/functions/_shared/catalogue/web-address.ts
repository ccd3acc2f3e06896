/** Printable ASCII on a plain host name: true of nearly every link of a feed, and decided without building a URL. */
const PLAIN = /^https:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,24}(?:\/[\x21-\x7e]*)?$/
/** Longer links are cut by networks and browsers alike. */
const MAX_CHARACTERS = 2048

/** A link that a page may carry: http or https, a public-looking host name, no password. Null for anything else. */
export function webAddress(text: string): string | null {
  if (text.length > MAX_CHARACTERS) return null
  if (PLAIN.test(text)) return text
  const trimmed = text.trim()
  if (!/^(?:https?:)?\/\//i.test(trimmed)) return null
  let url: URL
  try {
    url = new URL(trimmed.startsWith('//') ? `https:${trimmed}` : trimmed)
  } catch {
    return null
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
  if (url.username !== '' || url.password !== '') return null
  // A name with a letter-only last label: no address literal in any spelling, no "localhost".
  if (!/\.(?:[a-z]{2,24}|xn--[a-z0-9-]{2,59})$/.test(url.hostname)) return null
  return url.href.length <= MAX_CHARACTERS ? url.href : null
}

/** An image's address; http is upgraded, because a page served by https would not show it. */
export function imageAddress(text: string): string | null {
  return webAddress(text)?.replace(/^http:/, 'https:') ?? null
}

/** Whether a link's host is one of the given ones or below one of them. Contains would trust awin1.com.example.net. */
export function isOnHost(link: string, hosts: readonly string[]): boolean {
  const host = /^https?:\/\/([^/?#:]+)/.exec(link)?.[1] ?? ''
  return hosts.some((allowed) => host === allowed || host.endsWith(`.${allowed}`))
}
