import { ArrowIcon } from '#design/icons.tsx'
import { formatDate } from '#domain/dates.ts'
import { formatPrice, priceUnavailable } from '#domain/money.ts'
import { OutboundLink } from '#site/features/offer/outbound-link.tsx'
import { ProductImage } from '#site/features/offer/product-image.tsx'
import type { SearchItem } from '../shop-search.ts'
import { Marked } from './marked.tsx'

/** One result: picture, what it is, its title and an excerpt with the found words marked, and the way on. */
export function ResultRow({ item, eager }: { item: SearchItem; eager: boolean }) {
  const title = <Marked parts={item.titleParts} />
  return (
    <article className="result" data-kind={item.kind}>
      <div className="result-picture">
        <ProductImage src={item.image} eager={eager} widths={[160, 320, 480]} sizes="8rem" />
      </div>
      <div className="result-text">
        <p className="result-facts">
          <span className="result-kind">{kindLabels[item.kind]}</span>
          {item.category && <span>{item.category}</span>}
          {item.kind === 'article' && item.readTime && <span>{item.readTime}</span>}
        </p>
        <h2 className="display result-title">{item.path ? <a href={item.path}>{title}</a> : title}</h2>
        {item.snippetParts.length > 0 && (
          <p className="result-snippet">
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
    <div className="result-end">
      {price ? (
        <p className="product-price">
          {item.isLowest && <span className="product-from">from </span>}
          {price}
        </p>
      ) : (
        <p className="product-no-price">{item.priceWithheld ? `See price at ${item.merchant}` : priceUnavailable}</p>
      )}
      {item.choices && <p className="product-choices">{item.choices}</p>}
      {price && item.asOf && <p className="result-as-of">as of {formatDate(item.asOf)}</p>}
      <OutboundLink
        slot="search"
        source={item.source}
        href={item.link}
        merchant={item.merchant}
        product={item.title}
        className="result-out text-link"
      >
        {item.soldOut ? `Sold out at ${item.merchant}` : undefined}
      </OutboundLink>
    </div>
  )
}

const ArticleEnd = ({ item }: { item: SearchItem }) => (
  <div className="result-end">
    <p className="result-as-of">{formatDate(item.addedAt)}</p>
    <a href={item.link} className="more-link">
      Read Article<span className="sr-only">: {item.title}</span>
      <ArrowIcon />
    </a>
  </div>
)

/** Keeps the rows' place while they load. */
export const ResultsSkeleton = ({ count }: { count: number }) => (
  <div className="results" role="status" aria-label="Loading results">
    {Array.from({ length: count }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: equal boxes that never move
      <div key={index} className="result" aria-hidden="true">
        <div className="result-picture">
          <span className="frame skeleton" />
        </div>
        <div className="result-text">
          <span className="skeleton line short" />
          <span className="skeleton line" />
        </div>
      </div>
    ))}
  </div>
)
