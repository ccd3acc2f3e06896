import { decodeHTMLAttribute } from 'entities'

/** What a page says of itself to the networks where it is shared. */
export interface PageWords {
  site: string
  title: string
  /** Only of the site's own pages: an article's or a product's may name a price, which goes out of date. */
  text: string
  kind: 'article' | 'product' | 'website'
  /** An address as the page writes it. */
  image: string | null
}

/** Characters; a title has 300 at most, and four lines are drawn. */
const MAX_TITLE = 160

/** Reads a page's own tags, as a network would; null when it has none (site/ssr/document/seo.ts). */
export function pageWords(html: string): PageWords | null {
  const head = html.slice(0, html.indexOf('</head>'))
  const tags = new Map<string, string>()
  for (const [, name = '', content = ''] of head.matchAll(/<meta (?:property|name)="([\w:]+)" content="([^"]*)"/g))
    tags.set(name, decodeHTMLAttribute(content))
  const title = tags.get('og:title')?.trim()
  if (!title) return null
  const type = tags.get('og:type')
  const kind = type === 'article' || type === 'product' ? type : 'website'
  return {
    site: tags.get('og:site_name') ?? '',
    title: shortened(title),
    text: kind === 'website' ? (tags.get('description') ?? '') : '',
    kind,
    image: tags.get('thumbnail') ?? null,
  }
}

/** Cut at a word. */
const shortened = (title: string): string =>
  title.length <= MAX_TITLE ? title : `${title.slice(0, title.lastIndexOf(' ', MAX_TITLE - 1)).slice(0, MAX_TITLE)}…`
