import { useShopQuery } from '#site/ssr/data/use-query.tsx'
import { SectionHead } from '#site/ui/section-head.tsx'
import { ArticleCard } from '../article-card.tsx'
import { relatedQuery } from '../articles.ts'

/** Where to read on. An article is whole without it, so a failure leaves it out. */
export function RelatedArticles({ of }: { of: { slug: string; category: string } }) {
  const { data } = useShopQuery(relatedQuery(of))
  if (!data?.length) return null
  return (
    <section aria-labelledby="related-title" className="section compact">
      <SectionHead id="related-title" title="Read next" more={{ label: 'View All Articles', to: '/blog' }} />
      <ul className="article-wall three">
        {data.map((article) => (
          <li key={article.slug}>
            <ArticleCard article={article} />
          </li>
        ))}
      </ul>
    </section>
  )
}
