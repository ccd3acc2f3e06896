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
  // A list that is no page of its own for networks shares the home page's image.
  const shared = noindex ? '/' : path
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
    {
      property: 'og:image',
      content: `${siteUrl}${shareImage(shared, 'wide')}?v=${versionOf(title + description + image)}`,
    },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: title },
    { name: 'twitter:card', content: 'summary_large_image' },
    // What our server draws into the images above, where it may (server/images/share).
    ...(image ? [{ name: 'thumbnail', content: image }] : []),
  ]
}

/** The image of a page for networks: wide where links are shown, tall where images are collected. */
export const shareImage = (path: string, shape: 'wide' | 'tall'): string =>
  `/_share/${shape}${path === '/' ? '' : path.split('?')[0]}.jpg`

/** Networks keep what an address showed: other words have another. */
const versionOf = (text: string): string =>
  [...text].reduce((hash, letter) => (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0, 0).toString(36)

export const absolute = (address: string, siteUrl: string): string =>
  URL.canParse(address) ? address : siteUrl + address

/** The root route's data, out of what React Router hands to a meta function. */
export function siteUrlOf(matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]): string {
  const data = matches.find((match) => match?.id === 'root')?.loaderData
  return typeof data === 'object' && data !== null && 'siteUrl' in data && typeof data.siteUrl === 'string'
    ? data.siteUrl
    : ''
}
