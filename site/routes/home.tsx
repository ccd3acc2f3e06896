import * as layout from '#design/layout.module.css'
import { siteConfig } from '#domain/site-config.ts'
import { AdviceBox } from '#site/features/home/advice-box.tsx'
import { AmazonProducts } from '#site/features/home/amazon-products.tsx'
import { BeautyCollections } from '#site/features/home/beauty-collections.tsx'
import { CollectionsBlock } from '#site/features/home/collections-block.tsx'
import { askForDefaultContent } from '#site/features/home/ensure-default-content.ts'
import { FeatureBand } from '#site/features/home/feature-band.tsx'
import { FeaturedArticles } from '#site/features/home/featured-articles.tsx'
import { FeaturedProducts } from '#site/features/home/featured-products.tsx'
import { Hero } from '#site/features/home/hero.tsx'
import * as homeStyles from '#site/features/home/home.module.css'
import { featuredArticles, homeQueries } from '#site/features/home/queries.ts'
import { TipsList } from '#site/features/home/tips-list.tsx'
import { CategoryTabs } from '#site/features/layout/category-tabs.tsx'
import { DisclosureLine } from '#site/features/offer/disclosure.tsx'
import { loadQuery } from '#site/ssr/data/load-query.ts'
import { useBlock } from '#site/ssr/data/use-block.ts'
import { pageMeta, siteUrlOf } from '#site/ssr/document/seo.ts'
import { JsonLd } from '#site/ui/json-ld.tsx'
import type { Route } from './+types/home.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: `${siteConfig.name}: ${siteConfig.tagline}`,
    description: siteConfig.description,
    path: '/',
    siteUrl: siteUrlOf(matches),
  })

export async function loader({ context }: Route.LoaderArgs) {
  askForDefaultContent(context)
  const [hero, featured, collections, amazonProducts, articles, beautyTips, lifeHacks] = await Promise.all([
    loadQuery(context, homeQueries.hero),
    loadQuery(context, homeQueries.featured),
    loadQuery(context, homeQueries.collections),
    loadQuery(context, homeQueries.amazonProducts),
    loadQuery(context, homeQueries.articles),
    loadQuery(context, homeQueries.beautyTips),
    loadQuery(context, homeQueries.lifeHacks),
  ])
  return {
    ...{ hero, featured, collections, amazonProducts, beautyTips, lifeHacks },
    articles: featuredArticles(articles, [beautyTips, lifeHacks]),
  }
}

export default function Home({ loaderData, matches }: Route.ComponentProps) {
  const { hero, collections, articles, beautyTips, lifeHacks } = loaderData
  const featured = useBlock(homeQueries.featured, loaderData.featured)
  const amazonProducts = useBlock(homeQueries.amazonProducts, loaderData.amazonProducts)
  return (
    <>
      <Hero settings={hero} />
      <CategoryTabs />
      <div className={layout.wrap}>
        <DisclosureLine />
        <FeaturedProducts products={featured} />
        <CollectionsBlock collections={collections} />
      </div>
      <FeatureBand
        art="arrivals"
        kicker="New arrivals"
        title={
          <>
            Fresh in, <em>freshly chosen</em>
          </>
        }
        text="New shades, new seasons, new small brands. The latest finds, newest first."
        link={{ label: 'See New Arrivals', to: '/new' }}
      />
      <div className={layout.wrap}>
        <BeautyCollections />
        <AmazonProducts products={amazonProducts} />
        <div className={homeStyles.homeColumns}>
          <div className={homeStyles.homeMain} data-part="home-main">
            <FeaturedArticles articles={articles} />
          </div>
          <aside className={homeStyles.homeSide} data-part="home-side">
            <AdviceBox />
          </aside>
        </div>
      </div>
      <FeatureBand
        art="journal"
        dark
        kicker="The journal"
        title={
          <>
            Read <em>before</em> you buy
          </>
        }
        text="Routines, comparisons and plain answers, written to be useful first."
        link={{ label: 'Open the journal', to: '/blog' }}
      />
      <div className={`${layout.wrap} ${homeStyles.homeTips}`}>
        <TipsList title="Beauty Tips" articles={beautyTips} more={{ label: 'More Beauty Tips', to: '/beauty' }} />
        <TipsList title="Life Hacks" articles={lifeHacks} more={{ label: 'More Life Hacks', to: '/lifestyle' }} />
      </div>
      <SiteData siteUrl={siteUrlOf(matches)} />
    </>
  )
}

function SiteData({ siteUrl }: { siteUrl: string }) {
  // A network's own front page is nobody's account.
  const accounts = siteConfig.social
    .map(({ url }) => url)
    .filter((url) => URL.canParse(url) && new URL(url).pathname !== '/')
  return (
    <JsonLd
      data={{
        '@type': 'WebSite',
        name: siteConfig.name,
        url: `${siteUrl}/`,
        description: siteConfig.description,
        publisher: {
          '@type': 'Organization',
          name: siteConfig.name,
          url: `${siteUrl}/`,
          sameAs: accounts.length > 0 ? accounts : undefined,
        },
        potentialAction: {
          '@type': 'SearchAction',
          target: { '@type': 'EntryPoint', urlTemplate: `${siteUrl}/search?q={search_term_string}` },
          'query-input': 'required name=search_term_string',
        },
      }}
    />
  )
}
