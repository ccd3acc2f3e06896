import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import * as listingStyles from '#site/features/listing/listing.module.css'
import { PageSteps } from '#site/features/listing/pager.tsx'
import { CompareBar } from '#site/features/listing/product-compare.tsx'
import { AsOfLine } from '#site/features/offer/as-of-line.tsx'
import { DisclosureLine, RetailerDisclosure } from '#site/features/offer/disclosure.tsx'
import type { Block } from '#site/ssr/data/use-block.ts'
import { BeyondEnd } from '#site/ui/beyond-end.tsx'
import { BlockContent, Failed } from '#site/ui/block-content.tsx'
import { StateNote } from '#site/ui/state-note.tsx'
import type { NamedPage } from './page-words.ts'
import { resultPages, resultsPerPage } from './result-pages.ts'
import { ResultRow, ResultsSkeleton } from './results/result-row.tsx'
import { Facets, KindTabs, priceLabel } from './results/search-choices.tsx'
import { countText, isNarrowed, type SearchParams, searchHref } from './search-params.ts'
import { shopSearchQuery } from './search-query.ts'
import * as styles from './search-results.module.css'
import type { ShopSearch } from './shop-search.ts'
import { WaysOn, type WaysOnResults } from './ways-on.tsx'

interface SearchResultsProps {
  params: SearchParams
  page: NamedPage | null
  results: Block<ShopSearch>
  /** Read where nothing was found. */
  ways: WaysOnResults | null
}

/** Everything that was found, in each of its states. */
export const SearchResults = ({ params, page, results, ways }: SearchResultsProps) => (
  <BlockContent
    block={results}
    loading={<ResultsSkeleton count={resultsPerPage} />}
    failed={(error, retry) => <Failed title={`Error loading results: ${error}`} retry={retry} />}
  >
    {(found) => <Found {...{ params, page, found, ways }} />}
  </BlockContent>
)

type FoundProps = Omit<SearchResultsProps, 'results'> & { found: ShopSearch }

function Found({ params, page, found, ways }: FoundProps) {
  const { items, total } = found
  const pages = resultPages(total)
  const anything = found.counts.product + found.counts.find + found.counts.article > 0
  return (
    <>
      {page && <OurPage page={page} />}
      <Spelling params={params} found={found} />
      {anything && <KindTabs params={params} found={found} />}
      <div className={styles.resultBar}>
        <p role="status" className={listingStyles.resultCount} data-part="result-count">
          {total > 0 && `${countText(total)} result${total === 1 ? '' : 's'}`}
          {items.length > 0 && pages > 1 && `, page ${params.page} of ${pages}`}
        </p>
        {(anything || isNarrowed(params)) && <Facets params={params} found={found} />}
      </div>
      {items.length > 0 ? (
        <>
          {items.some(({ kind }) => kind !== 'article') && <DisclosureLine />}
          <RetailerDisclosure offers={items} />
          <AsOfLine offers={items} />
          <ol className={styles.results} data-part="results" start={(params.page - 1) * resultsPerPage + 1}>
            {items.map((item, index) => (
              <li key={item.kind + item.link + item.id}>
                <ResultRow item={item} eager={index < 3} />
              </li>
            ))}
          </ol>
          <CompareBar />
          {pages > 1 && <PageSteps page={params.page} last={pages} href={(page) => searchHref(params, { page })} />}
        </>
      ) : (
        <Nothing {...{ params, total, anything, ways }} />
      )}
    </>
  )
}

/** Words that name a page of ours are spelt as they should be. */
export const searchOf = ({ query, exact, ...rest }: SearchParams, namesPage: boolean) =>
  shopSearchQuery({ q: query, exact: exact || namesPage, ...rest })

/** What was searched for, when it is not quite what was typed; the visitor has the last word. */
function Spelling({ params, found }: { params: SearchParams; found: ShopSearch }) {
  return (
    <>
      {found.corrected && (
        <p className={styles.spelling}>
          Showing results for <strong>{found.corrected}</strong>.{' '}
          <a className={controls.textLink} href={searchHref(params, { exact: true })}>
            Search instead for “{params.query}”
          </a>
        </p>
      )}
      {found.named && params.from === null && params.below === null && (
        <p className={styles.spelling}>
          Showing prices {priceLabel(found.named.from, found.named.below).toLowerCase()}.{' '}
          {found.named.rest && (
            <a className={controls.textLink} href={searchHref({ query: found.named.rest })}>
              Search “{found.named.rest}” at any price
            </a>
          )}
        </p>
      )}
      {found.someWords && (
        <p className={styles.spelling}>Nothing we list has all of these words. These results have some of them.</p>
      )}
    </>
  )
}

/** The page of ours that the words name: it comes before any result. */
function OurPage({ page }: { page: NamedPage }) {
  return (
    <article className={styles.result} data-part="result" data-kind="page">
      <div data-part="result-text">
        <p className={styles.resultFacts}>
          <span className={styles.resultKind}>On this site</span>
        </p>
        <h2 className={`${layout.display} ${styles.resultTitle}`}>
          <a href={page.path}>{page.title}</a>
        </h2>
        <p className={styles.resultSnippet} data-part="result-snippet">
          {page.text}
        </p>
      </div>
    </article>
  )
}

interface NothingProps {
  params: SearchParams
  total: number
  anything: boolean
  ways: WaysOnResults | null
}

function Nothing({ params, total, anything, ways }: NothingProps) {
  if (total > 0) return <BeyondEnd first={searchHref(params)} />
  return (
    <>
      <StateNote kind="empty" title="No results found. Try a different search term.">
        {(anything || isNarrowed(params)) && (
          <a href={searchHref({ query: params.query })} className={controls.textLink}>
            Search everything for “{params.query}”
          </a>
        )}
      </StateNote>
      <WaysOn ways={ways} />
    </>
  )
}
