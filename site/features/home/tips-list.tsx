import { useId } from 'react'
import type { ArticleSummary } from '#site/features/journal/articles.ts'
import type { ShopQuery } from '#site/ssr/data/query.ts'
import { useShopQuery } from '#site/ssr/data/use-query.tsx'
import { SectionHead } from '#site/ui/section-head.tsx'

interface TipsListProps {
  title: string
  query: ShopQuery<ArticleSummary[]>
  more: { label: string; to: string }
}

/** Up to three short entries, numbered like a column of a magazine. */
export function TipsList({ title, query, more }: TipsListProps) {
  const { data, isFetching } = useShopQuery(query)
  const id = useId()
  if (!isFetching && !data?.length) return null
  return (
    <section aria-labelledby={id} className="section compact">
      <SectionHead id={id} title={title} more={more} />
      {data ? (
        <ol className="tips">
          {data.map((article) => (
            <li key={article.slug}>
              <h3 className="display">{article.title}</h3>
              {article.excerpt && <p>{article.excerpt}</p>}
              <a href={`/blog/${article.slug}`} className="text-link">
                Read More<span className="sr-only">: {article.title}</span>
              </a>
            </li>
          ))}
        </ol>
      ) : (
        <p className="skeleton line" role="status" aria-label={`Loading ${title}`} />
      )}
    </section>
  )
}
