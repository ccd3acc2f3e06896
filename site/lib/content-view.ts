import { questionsData } from './article-data.ts'
import { type ArticleSection, articleSections, productAsks, textOf } from './article-parts.ts'
import { placeholderStart } from './coming-soon.ts'
import { contentHtml } from './content-html.ts'

/** An editor's text as it is shown: cleaned, and cut into sections. */
export interface ContentView {
  /** Empty: nobody has written it yet. */
  sections: ArticleSection[]
  hasProducts: boolean
  /** The questions it answers, as search engines read them. */
  questions: object | null
}

/**
 * Made while a page is read, on the server: the cleaning and cutting is code that a browser then never loads. A browser
 * that reads a text again fetches it then.
 */
export function contentView(source: string): ContentView {
  const html = contentHtml(source)
  if (html.startsWith(placeholderStart) || !textOf(html)) return { sections: [], hasProducts: false, questions: null }
  const sections = articleSections(html)
  return { sections, hasProducts: productAsks(sections).length > 0, questions: questionsData(sections) }
}
