import { placeholderStart } from '#domain/coming-soon.ts'
import { contentHtml, escapeText } from '#domain/content-html.ts'
import { NAME, siteConfig } from '#domain/site-config.ts'
import { type ArticleSection, articleSections, productAsks, textOf } from './article/article-parts.ts'
import { questionsData } from './article-data.ts'

/** An editor's text as it is shown: cleaned, and cut into sections. */
export interface ContentView {
  /** Empty: nobody has written it yet. */
  sections: ArticleSection[]
  hasProducts: boolean
  /** Live cards, or links that their writer marked as paid: the disclosure comes before them. */
  hasPaidLinks: boolean
  /** The questions it answers, as search engines read them. */
  questions: object | null
}

const nothing: ContentView = { sections: [], hasProducts: false, hasPaidLinks: false, questions: null }

/**
 * Made while a page is read, on the server: the cleaning and cutting is code that a browser then never loads. A browser
 * that reads a text again fetches it then.
 */
export function contentView(source: string): ContentView {
  const html = contentHtml(source)
  if (html.startsWith(placeholderStart) || !textOf(html)) return nothing
  const sections = articleSections(html)
  const hasProducts = productAsks(sections).length > 0
  const hasPaidLinks = hasProducts || html.includes('rel="sponsored ')
  return { sections, hasProducts, hasPaidLinks, questions: questionsData(sections) }
}

/** The same of a page's text, in which the site's name may stand as {name}. */
export const pageView = (source: string): ContentView =>
  contentView(source.replaceAll(NAME, () => escapeText(siteConfig.name)))

/** Rows of products that a text shows. */
export const productRows = ({ sections }: ContentView): number => productAsks(sections).length
