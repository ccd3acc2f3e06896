import { useId } from 'react'
import type { ArticleSummary } from '../../data/articles.ts'
import type { ShopQuery } from '../../data/shop.ts'
import { useShopQuery } from '../../data/use-shop-query.tsx'
import { SectionHead } from '../ui/section-head.tsx'

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
