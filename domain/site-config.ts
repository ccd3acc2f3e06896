/** What names the product, until the office's settings say otherwise. */
const defaults = {
  name: 'Dahlia',
  tagline: 'Beauty, fashion and a well-kept home',
  description:
    'Dahlia edits beauty, fashion, home and gift finds from many shops, with honest notes on what is worth it and why.',
  /** Who signs the articles. */
  byline: 'Dahlia editors',
  locale: 'en_US',
  /** The year the copyright line begins with; it ends with the present one. */
  copyrightYear: 2025,
  /** The year in dated titles; raised by the operator, never by the clock. */
  contentYear: 2025,
  /** The line under the newsletter form. It is shown once `source` says where the figure comes from, and with it. */
  socialProof: { text: 'Already loved by 30k+ women', source: '' },
  email: { general: 'hello@dahlia.example', partnerships: 'partners@dahlia.example' },
  social: [
    { name: 'Instagram', url: 'https://www.instagram.com/' },
    { name: 'Pinterest', url: 'https://www.pinterest.com/' },
    { name: 'Twitter', url: 'https://twitter.com/' },
  ],
  popularSearches: null,
  /** Null for those of trusted-hosts.ts. */
  trustedHosts: null,
  disclosure: 'We may earn a small commission on purchases made through our links, at no extra cost to you.',
  amazonDisclosure: 'As an Amazon Associate we earn from qualifying purchases.',
}

type Lists = Record<'popularSearches' | 'trustedHosts', string[] | null>
type SiteConfig = Omit<typeof defaults, keyof Lists> & Lists

/** Everything that names the product. */
export const siteConfig: SiteConfig = { ...defaults }

/** What stands for the site's name in its texts: they follow when it is changed. */
export const NAME = '{name}'

/** A text that is no HTML, with the site's name in it. */
export const withSiteName = (text: string): string => text.replaceAll(NAME, () => siteConfig.name)

let inForce: string | null = null

/** What the office changed, as JSON: a page carries it to its visitor. Null where nothing differs. */
export const changedConfig = (): string | null => inForce

/** Takes what `changedConfig` gave, or null for the defaults, into force. */
export function changeConfig(json: string | null): void {
  if (json === inForce) return
  Object.assign(siteConfig, defaults, json === null ? null : JSON.parse(json))
  inForce = json
}
