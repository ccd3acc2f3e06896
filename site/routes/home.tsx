import { siteConfig } from '#domain/site-config.ts'
import { AdviceBox } from '../components/home/advice-box.tsx'
import { BeautyCollections } from '../components/home/beauty-collections.tsx'
import { CollectionsBlock } from '../components/home/collections-block.tsx'
import { FeatureBand } from '../components/home/feature-band.tsx'
import { FeaturedArticles } from '../components/home/featured-articles.tsx'
import { FeaturedProducts } from '../components/home/featured-products.tsx'
import { Hero } from '../components/home/hero.tsx'
import { RetailerFinds } from '../components/home/retailer-finds.tsx'
import { TipsList } from '../components/home/tips-list.tsx'
import { CategoryTabs } from '../components/layout/category-tabs.tsx'
import { DisclosureLine } from '../components/product/disclosure.tsx'
import { JsonLd } from '../components/ui/json-ld.tsx'
import { homeQueries } from '../data/home.ts'
import { askToKeepContent } from '../data/keep-content.ts'
import { load } from '../data/load.ts'
import { PageData } from '../data/use-shop-query.tsx'
import { pageMeta, siteUrlOf } from '../lib/seo.ts'
import type { Route } from './+types/home.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: `${siteConfig.name}: ${siteConfig.tagline}`,
    description: siteConfig.description,
    path: '/',
    siteUrl: siteUrlOf(matches),
  })

export async function loader({ context }: Route.LoaderArgs) {
  askToKeepContent(context)
  const { state } = await load(context, Object.values(homeQueries))
  return { state }
}

export default function Home({ loaderData, matches }: Route.ComponentProps) {
  return (
    <PageData state={loaderData.state}>
      <Hero />
      <CategoryTabs />
      <div className="wrap">
        <DisclosureLine />
        <FeaturedProducts />
        <CollectionsBlock />
      </div>
      <FeatureBand
        art="arrivals"
        kicker="New this week"
        title={
          <>
            Fresh in, <em>freshly chosen</em>
          </>
        }
        text="New shades, new seasons, new small brands. The latest finds, newest first."
        link={{ label: 'See New Arrivals', to: '/new' }}
      />
      <div className="wrap">
        <BeautyCollections />
        <div className="home-columns">
          <div className="home-main">
            <RetailerFinds />
            <FeaturedArticles />
          </div>
          <aside className="home-side">
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
      <div className="wrap home-tips">
        <TipsList
          title="Beauty Tips"
          query={homeQueries.beautyTips}
          more={{ label: 'More Beauty Tips', to: '/beauty' }}
        />
        <TipsList
          title="Life Hacks"
          query={homeQueries.lifeHacks}
          more={{ label: 'More Life Hacks', to: '/lifestyle' }}
        />
      </div>
      <SiteData siteUrl={siteUrlOf(matches)} />
    </PageData>
  )
}

function SiteData({ siteUrl }: { siteUrl: string }) {
  return (
    <JsonLd
      data={{
        '@type': 'WebSite',
        name: siteConfig.name,
        url: `${siteUrl}/`,
        description: siteConfig.description,
        potentialAction: {
          '@type': 'SearchAction',
          target: { '@type': 'EntryPoint', urlTemplate: `${siteUrl}/search?q={search_term_string}` },
          'query-input': 'required name=search_term_string',
        },
      }}
    />
  )
}
