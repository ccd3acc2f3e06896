/**
 * An address from a feed, an editor or a setting as a link or an image may carry it: a web address, a mail address, or a
 * path or fragment of this site. Null for everything else: 'javascript:', 'data:', and '//host', which looks like a path.
 */
export function safeAddress(text: string | null | undefined): string | null {
  // Browsers drop these from an address before they look at its scheme.
  const address = text?.trim().replace(/[\t\n\r]/g, '')
  if (!address) return null
  if (/^(\/(?![/\\])|#)/.test(address)) return address
  return URL.canParse(address) && ['https:', 'http:', 'mailto:'].includes(new URL(address).protocol) ? address : null
}

/** The same for a merchant's page, which is on the web: neither a path of ours nor a mail address. */
export const webAddress = (text: string): string | null => (/^https?:/i.test(text) ? safeAddress(text) : null)
