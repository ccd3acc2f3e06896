import type { ArticleSection } from './article/article-parts.ts'
import { ArticleProducts } from './article-products.tsx'

/** Text that editors wrote, in sections, with live products where it asks for them. */
export function Sections({ sections }: { sections: readonly ArticleSection[] }) {
  return (
    <div className="prose">
      {sections.map(({ id, parts }) => (
        <div key={id} id={id ?? undefined} className="prose-section">
          {parts.map((part, index) =>
            part.kind === 'html' ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
              <Html key={index} html={part.html} />
            ) : (
              <ArticleProducts key={JSON.stringify(part.ask)} ask={part.ask} />
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
  return <div className="prose-text" dangerouslySetInnerHTML={{ __html: html }} />
}
