import { siteConfig } from '#domain/site-config.ts'

export interface Seo {
  title: string
  /** Follows the title in the browser's tab; the site's name unless the specification says otherwise. */
  section?: string
  description: string
  /** The one address of this page's content, as a path; filtered lists name their base. */
  path: string
  siteUrl: string
  image?: string | null
  type?: 'website' | 'article' | 'product'
  noindex?: boolean
}

/** Everything a page says about itself in its head. */
export function pageMeta({
  title,
  section = siteConfig.name,
  description,
  path,
  siteUrl,
  image,
  type = 'website',
  noindex,
}: Seo) {
  const url = siteUrl + path
  const picture = absolute(image || '/art/share.jpg', siteUrl)
  const fullTitle = path === '/' ? title : `${title} | ${section}`
  return [
    { title: fullTitle },
    { name: 'description', content: description },
    ...(noindex ? [{ name: 'robots', content: 'noindex' }] : [{ tagName: 'link', rel: 'canonical', href: url }]),
    { property: 'og:site_name', content: siteConfig.name },
    { property: 'og:locale', content: siteConfig.locale },
    { property: 'og:type', content: type },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: picture },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}

export const absolute = (address: string, siteUrl: string): string =>
  URL.canParse(address) ? address : siteUrl + address

/** The root route's data, out of what React Router hands to a meta function. */
export function siteUrlOf(matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]): string {
  const data = matches.find((match) => match?.id === 'root')?.loaderData
  return typeof data === 'object' && data !== null && 'siteUrl' in data && typeof data.siteUrl === 'string'
    ? data.siteUrl
    : ''
}
