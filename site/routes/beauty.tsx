import { Fragment } from 'react'
import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import * as beautyPageStyles from '#site/features/beauty/beauty-page.module.css'
import { beautyQueries, type SidebarArticle } from '#site/features/beauty/queries.ts'
import * as articleCardStyles from '#site/features/journal/article-card.module.css'
import { ArticleCard } from '#site/features/journal/article-card.tsx'
import { ArticleWallSkeleton, NoPosts } from '#site/features/journal/article-list.tsx'
import * as articleWallStyles from '#site/features/journal/article-wall.module.css'
import type { ArticleSummary } from '#site/features/journal/articles.ts'
import { TopicChips } from '#site/features/journal/topic-chips.tsx'
import { beautyTopics } from '#site/features/journal/topics.ts'
import { ProductGrid } from '#site/features/listing/product-grid.tsx'
import { DisclosureLine } from '#site/features/offer/disclosure.tsx'
import type { Offer } from '#site/features/offer/offer.ts'
import { loadQuery } from '#site/ssr/data/load-query.ts'
import { dataOf, type QueryResult } from '#site/ssr/data/query-result.ts'
import { useBlock } from '#site/ssr/data/use-block.ts'
import { pageMeta, siteUrlOf } from '#site/ssr/document/seo.ts'
import { BlockContent } from '#site/ui/block-content.tsx'
import { ResponsiveImage } from '#site/ui/responsive-image.tsx'
import type { Route } from './+types/beauty.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Beauty Tips & Trends',
    description:
      'Skincare, makeup, hair and fragrance: routines that fit a weekday, and the few things worth buying for them.',
    path: '/beauty',
    siteUrl: siteUrlOf(matches),
  })

export async function loader({ context }: Route.LoaderArgs) {
  const [articles, recommended, sidebar] = await Promise.all([
    loadQuery(context, beautyQueries.articles),
    loadQuery(context, beautyQueries.recommended),
    loadQuery(context, beautyQueries.sidebar),
  ])
  return { articles, recommended, sidebar }
}

export default function Beauty({ loaderData: { articles, recommended, sidebar } }: Route.ComponentProps) {
  const tips = useBlock(beautyQueries.articles, articles)
  return (
    <div className={`${layout.wrap} ${beautyPageStyles.beautyPage}`}>
      <a href="/" className={controls.textLink}>
        ← Home
      </a>
      <header className={layout.pageHead}>
        <p className={layout.kicker}>Beauty + Wellness</p>
        <h1 className={`${layout.display} ${layout.pageTitle}`}>
          Beauty Tips <em>&</em> Trends
        </h1>
        <p className={layout.lede}>Routines that fit a weekday, and the few things worth buying for them.</p>
      </header>
      <TopicChips label="Beauty topics" topics={beautyTopics} />
      <div className={beautyPageStyles.beautyColumns}>
        <BlockContent
          block={tips}
          loading={<ArticleWallSkeleton />}
          failed={(_, retry) => <NoPosts retry={retry} />}
          empty={<NoPosts />}
        >
          {(found) => <Tips articles={found} recommended={recommended} />}
        </BlockContent>
        <Sidebar articles={sidebar} />
      </div>
    </div>
  )
}

/** Editor's Recommendations stand after the third article. */
const articlesBefore = 3

interface TipsProps {
  articles: readonly ArticleSummary[]
  recommended: QueryResult<Offer[]>
}

function Tips({ articles, recommended }: TipsProps) {
  return (
    <ul className={`${articleWallStyles.articlePairs} ${beautyPageStyles.beautyTips}`} data-part="beauty-tips">
      {articles.map((article, index) => (
        <Fragment key={article.slug}>
          <li>
            <ArticleCard article={article} heading="h2" first={index === 0} />
          </li>
          {index + 1 === Math.min(articlesBefore, articles.length) && <Recommendations products={recommended} />}
        </Fragment>
      ))}
    </ul>
  )
}

function Recommendations({ products }: { products: QueryResult<Offer[]> }) {
  const offers = dataOf(products)
  if (!offers?.length) return null
  return (
    <li className={beautyPageStyles.recommendations}>
      <h2 className={layout.display}>Editor's Recommendations</h2>
      <DisclosureLine />
      <ProductGrid offers={offers.slice(0, 2)} slot="beauty" />
    </li>
  )
}

function Sidebar({ articles }: { articles: QueryResult<SidebarArticle[]> }) {
  const shown = dataOf(articles)
  if (!shown?.length) return null
  return (
    <aside className={beautyPageStyles.beautySidebar} aria-labelledby="sidebar-title">
      <h2 id="sidebar-title" className={layout.display}>
        Beauty & Wellness
      </h2>
      <ul>
        {shown.map((article) => (
          <li key={article.slug}>
            <SidebarCard article={article} />
          </li>
        ))}
      </ul>
    </aside>
  )
}

function SidebarCard({ article: { slug, title, image_url: image, category, hasPicks } }: { article: SidebarArticle }) {
  return (
    <article className={beautyPageStyles.sidebarCard}>
      {image && (
        <ResponsiveImage
          src={image}
          sizes="7.5rem"
          widths={[160, 320]}
          width={240}
          height={160}
          loading="lazy"
          decoding="async"
        />
      )}
      <div>
        <p className={articleCardStyles.articleFacts}>
          {hasPicks ? <span className={controls.badge}>Affiliate Picks</span> : <span>{category}</span>}
        </p>
        <h3 className={layout.display}>
          <a href={`/blog/${slug}`} className={controls.stretched}>
            {title}
          </a>
        </h3>
      </div>
    </article>
  )
}
