import { Fragment } from 'react'
import { beautyQueries, type SidebarArticle } from '#site/features/beauty/queries.ts'
import { ArticleCard } from '#site/features/journal/article-card.tsx'
import { ArticleWallSkeleton, NoPosts } from '#site/features/journal/article-list.tsx'
import { TopicChips } from '#site/features/journal/topic-chips.tsx'
import { beautyTopics } from '#site/features/journal/topics.ts'
import { ProductGrid } from '#site/features/listing/product-grid.tsx'
import { DisclosureLine } from '#site/features/offer/disclosure.tsx'
import { load } from '#site/ssr/data/load.ts'
import { PageData, useShopQuery } from '#site/ssr/data/use-query.tsx'
import { pageMeta, siteUrlOf } from '#site/ssr/document/seo.ts'
import { Picture } from '#site/ui/picture.tsx'
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
  const { state } = await load(context, Object.values(beautyQueries))
  return { state }
}

export default function Beauty({ loaderData }: Route.ComponentProps) {
  return (
    <PageData state={loaderData.state}>
      <div className="wrap beauty-page">
        <a href="/" className="text-link">
          ← Home
        </a>
        <header className="page-head">
          <p className="kicker">Beauty + Wellness</p>
          <h1 className="display page-title">
            Beauty Tips <em>&</em> Trends
          </h1>
          <p className="lede">Routines that fit a weekday, and the few things worth buying for them.</p>
        </header>
        <TopicChips label="Beauty topics" topics={beautyTopics} />
        <div className="beauty-columns">
          <Tips />
          <Sidebar />
        </div>
      </div>
    </PageData>
  )
}

/** Editor's Recommendations stand after the third article. */
const articlesBefore = 3

function Tips() {
  const { data, error, isFetching, refetch } = useShopQuery(beautyQueries.articles)
  if (!data && isFetching) return <ArticleWallSkeleton />
  if (!data?.length) return <NoPosts error={error} refetch={refetch} />
  return (
    <ul className="article-pairs beauty-tips">
      {data.map((article, index) => (
        <Fragment key={article.slug}>
          <li>
            <ArticleCard article={article} heading="h2" first={index === 0} />
          </li>
          {index + 1 === Math.min(articlesBefore, data.length) && <Recommendations />}
        </Fragment>
      ))}
    </ul>
  )
}

function Recommendations() {
  const { data } = useShopQuery(beautyQueries.recommended)
  if (!data?.length) return null
  return (
    <li className="recommendations">
      <h2 className="display">Editor's Recommendations</h2>
      <DisclosureLine />
      <ProductGrid offers={data.slice(0, 2)} slot="beauty" />
    </li>
  )
}

function Sidebar() {
  const { data } = useShopQuery(beautyQueries.sidebar)
  if (!data?.length) return null
  return (
    <aside className="beauty-sidebar" aria-labelledby="sidebar-title">
      <h2 id="sidebar-title" className="display">
        Beauty & Wellness
      </h2>
      <ul>
        {data.map((article) => (
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
    <article className="sidebar-card">
      {image && (
        <Picture
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
        <p className="article-facts">
          {hasPicks ? <span className="badge">Affiliate Picks</span> : <span>{category}</span>}
        </p>
        <h3 className="display">
          <a href={`/blog/${slug}`} className="stretched">
            {title}
          </a>
        </h3>
      </div>
    </article>
  )
}
