import * as layout from '#design/layout.module.css'
import * as styles from './article-contents.module.css'
import type { ArticleSection } from './article-parts.ts'

/** Shorter texts are seen at a glance. */
const fewestHeadings = 4

/** The way through a long article: its headings, beside the text where there is room, folded above it elsewhere. */
export function ArticleContents({ sections }: { sections: readonly ArticleSection[] }) {
  const headings = sections.filter(({ title }) => title)
  if (headings.length < fewestHeadings) return null
  return (
    <nav className={styles.articleContents} data-part="article-contents" aria-labelledby="contents-title">
      <details open>
        <summary id="contents-title" className={layout.kicker}>
          In this article
        </summary>
        <ol>
          {headings.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  )
}
