import * as controls from '#design/controls.module.css'
import { ArrowIcon } from '#design/icons.tsx'
import * as layout from '#design/layout.module.css'
import { formatAsOf, formatDate } from '#domain/dates.ts'
import { formatPrice, priceUnavailable } from '#domain/money.ts'
import * as productCardStyles from '#site/features/listing/product-card.module.css'
import { CompareTick } from '#site/features/listing/product-compare.tsx'
import { OutboundLink } from '#site/features/offer/outbound-link.tsx'
import * as priceStyles from '#site/features/offer/price.module.css'
import { ProductImage } from '#site/features/offer/product-image.tsx'
import * as searchResultsStyles from '../search-results.module.css'
import type { SearchItem } from '../shop-search.ts'
import { Marked } from './marked.tsx'

/** One result: image, what it is, its title and an excerpt with the found words marked, and the way on. */
export function ResultRow({ item, eager }: { item: SearchItem; eager: boolean }) {
  const title = <Marked parts={item.titleParts} />
  return (
    <article className={searchResultsStyles.result} data-part="result" data-kind={item.kind}>
      <div className={searchResultsStyles.resultImage}>
        <ProductImage src={item.image} eager={eager} widths={[160, 320, 480]} sizes="8rem" />
      </div>
      <div data-part="result-text">
        <p className={searchResultsStyles.resultFacts}>
          <span className={searchResultsStyles.resultKind}>{kindLabels[item.kind]}</span>
          {item.category && <span>{item.category}</span>}
          {item.kind === 'article' && item.readTime && <span>{item.readTime}</span>}
        </p>
        <h2 className={`${layout.display} ${searchResultsStyles.resultTitle}`}>
          {item.path ? <a href={item.path}>{title}</a> : title}
        </h2>
        {item.snippetParts.length > 0 && (
          <p className={searchResultsStyles.resultSnippet} data-part="result-snippet">
            <Marked parts={item.snippetParts} />
          </p>
        )}
      </div>
      {item.kind === 'article' ? <ArticleEnd item={item} /> : <OfferEnd item={item} />}
    </article>
  )
}

const kindLabels = { product: 'Product', find: 'Retailer find', article: 'Article' } as const

function OfferEnd({ item }: { item: SearchItem }) {
  const price = formatPrice(item.price, item.currency)
  return (
    <div className={searchResultsStyles.resultEnd}>
      {price ? (
        <p className={priceStyles.productPrice} data-part="product-price">
          {item.isLowest && <span className={priceStyles.productFrom}>from </span>}
          {price}
        </p>
      ) : (
        <p className={priceStyles.productNoPrice} data-part="product-no-price">
          {item.priceWithheld ? `See price at ${item.merchant}` : priceUnavailable}
        </p>
      )}
      {item.choices && <p className={productCardStyles.productChoices}>{item.choices}</p>}
      {price && item.asOf && item.source === 'amazon' && (
        <p className={searchResultsStyles.resultAsOf}>as of {formatAsOf(item.asOf)}</p>
      )}
      <OutboundLink
        slot="search"
        source={item.source}
        href={item.link}
        merchant={item.merchant}
        product={item.title}
        className={`${searchResultsStyles.resultOut} ${controls.textLink}`}
      >
        {item.soldOut ? `Sold out at ${item.merchant}` : undefined}
      </OutboundLink>
      {item.path && item.id && <CompareTick id={item.id} name={item.title} />}
    </div>
  )
}

const ArticleEnd = ({ item }: { item: SearchItem }) => (
  <div className={searchResultsStyles.resultEnd}>
    <p className={searchResultsStyles.resultAsOf}>{formatDate(item.addedAt)}</p>
    <a href={item.link} className={controls.moreLink}>
      Read Article<span className={layout.srOnly}>: {item.title}</span>
      <ArrowIcon />
    </a>
  </div>
)

/** Keeps the rows' place while they load. */
export const ResultsSkeleton = ({ count }: { count: number }) => (
  <div className={searchResultsStyles.results} data-part="results" role="status" aria-label="Loading results">
    {Array.from({ length: count }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: equal boxes that never move
      <div key={index} className={searchResultsStyles.result} data-part="result" aria-hidden="true">
        <div className={searchResultsStyles.resultImage}>
          <span className={`${controls.frame} ${controls.skeleton}`} />
        </div>
        <div data-part="result-text">
          <span className={`${controls.skeleton} ${controls.line} ${controls.short}`} />
          <span className={`${controls.skeleton} ${controls.line}`} />
        </div>
      </div>
    ))}
  </div>
)
