import { data } from 'react-router'
import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import { AmazonFilter } from '#site/features/amazon/amazon-filter.tsx'
import { type AmazonList, amazonListHref, parseAmazonList } from '#site/features/amazon/amazon-product-parameters.ts'
import { type AmazonPage, amazonPageQuery, amazonPerPage } from '#site/features/amazon/queries.ts'
import { DealsHead } from '#site/features/deals/deals-head.tsx'
import { CategoryTabs } from '#site/features/layout/category-tabs.tsx'
import * as editorialStyles from '#site/features/listing/editorial.module.css'
import { listHead, listStatus } from '#site/features/listing/list-head.ts'
import { ListingData } from '#site/features/listing/listing-data.tsx'
import { PageSteps } from '#site/features/listing/pager.tsx'
import { ProductGrid, ProductGridSkeleton } from '#site/features/listing/product-grid.tsx'
import { DisclosureLine, RetailerDisclosure } from '#site/features/offer/disclosure.tsx'
import { loadQuery } from '#site/ssr/data/load-query.ts'
import { dataOf } from '#site/ssr/data/query-result.ts'
import { blockData, useBlock } from '#site/ssr/data/use-block.ts'
import { pageMeta, siteUrlOf } from '#site/ssr/document/seo.ts'
import { BlockContent, Failed } from '#site/ui/block-content.tsx'
import { StateNote } from '#site/ui/state-note.tsx'
import type { Route } from './+types/amazon-deals.ts'

const base = '/amazon-deals'
const title = 'Retailer Finds'
const intro = 'Things at the large retailer that earn their place on the shelf.'

const queryOf = ({ category, title, page }: AmazonList) =>
  amazonPageQuery({ category: category ?? undefined, title: title ?? undefined, page })

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta({ ...loaderData.head, description: intro, siteUrl: siteUrlOf(matches) }) : []

export async function loader({ url, context }: Route.LoaderArgs) {
  const list = parseAmazonList(url.searchParams)
  const found = await loadQuery(context, queryOf(list))
  const path = list.category || list.title ? base : amazonListHref(list, { page: list.page })
  const shown = dataOf(found)?.offers.length
  return data(
    { found, list, head: listHead({ title, page: list.page, path, shown }) },
    listStatus({ page: list.page, shown }),
  )
}

export default function AmazonDeals({ loaderData: { found, list } }: Route.ComponentProps) {
  const products = useBlock(queryOf(list), found)
  return (
    <>
      <DealsHead
        kicker="Finds"
        title={
          <>
            Retailer <em>Finds</em>
          </>
        }
        // Their order is by ratings only where there are some.
        intro={blockData(products)?.rated ? `${intro} The best rated come first.` : intro}
        art="sets-tall"
      />
      <CategoryTabs />
      <div className={layout.wrap}>
        <DisclosureLine />
        <BlockContent
          block={products}
          loading={<ProductGridSkeleton count={8} />}
          failed={(error, retry) => <Failed title={`Error loading Amazon products: ${error}`} retry={retry} />}
        >
          {(page) => <AmazonProducts list={list} page={page} />}
        </BlockContent>
      </div>
    </>
  )
}

function AmazonProducts({ list, page }: { list: AmazonList; page: AmazonPage }) {
  const { offers, hasNext, categories } = page
  const narrowed = list.category !== null || list.title !== null || list.page > 1
  return (
    <>
      {(offers.length > 0 || narrowed) && <AmazonFilter list={list} categories={categories} />}
      {offers.length > 0 ? (
        <>
          <RetailerDisclosure offers={offers} />
          <div className={narrowed ? undefined : `${editorialStyles.editorial} ${editorialStyles.spread}`}>
            <ProductGrid offers={offers} heading="h2" eager={4} first slot="finds" />
          </div>
        </>
      ) : (
        <StateNote kind="empty" title="No Amazon products found.">
          {narrowed && (
            <a href={base} className={controls.textLink}>
              Clear filters and try again
            </a>
          )}
        </StateNote>
      )}
      {(hasNext || list.page > 1) && (
        <PageSteps
          page={list.page}
          last={list.page + (hasNext ? 1 : 0)}
          href={(number) => amazonListHref(list, { page: number })}
        />
      )}
      <ListingData path={base} name={title} offers={offers} before={(list.page - 1) * amazonPerPage} />
    </>
  )
}
