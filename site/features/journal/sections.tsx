import type { ArticleSection } from './article/article-parts.ts'
import { ArticleProducts } from './article-products.tsx'
import type { ContentProducts } from './content.ts'
import { askKey } from './product-ask.ts'
import * as proseStyles from './prose.module.css'

interface SectionsProps {
  sections: readonly ArticleSection[]
  /** What the page's loader read of the products that the text asks for. */
  products: ContentProducts
}

/** Text that editors wrote, in sections, with live products where it asks for them. */
export function Sections({ sections, products }: SectionsProps) {
  return (
    <div className={proseStyles.prose} data-part="prose">
      {sections.map(({ id, parts }) => (
        <div key={id} id={id ?? undefined} className={proseStyles.proseSection}>
          {parts.map((part, index) =>
            part.kind === 'html' ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
              <Html key={index} html={part.html} />
            ) : (
              <ArticleProducts key={askKey(part.ask)} products={products[askKey(part.ask)]} />
            ),
          )}
        </div>
      ))}
    </div>
  )
}

/** Pieces of what contentHtml wrote, and nothing else, come here. */
function Html({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: contentHtml writes every tag of it
  return <div className={proseStyles.proseText} data-part="prose-text" dangerouslySetInnerHTML={{ __html: html }} />
}
