import { formatAsOf } from '#domain/dates.ts'
import { formatPrice, priceUnavailable } from '#domain/money.ts'
import { dropText } from './drop-text.ts'
import type { Offer } from './offer.ts'

/** What it costs and when that was known; what it cost before, and how far it fell, only where our history proves it. */
export function Price({ offer, lowest }: { offer: Offer; lowest?: boolean }) {
  const { price, was, currency, asOf, merchant, priceWithheld } = offer
  const shown = formatPrice(price, currency)
  if (!shown) return <p className="product-no-price">{priceWithheld ? `See price at ${merchant}` : priceUnavailable}</p>
  const before = formatPrice(was, currency)
  const drop = dropText(offer)
  return (
    <div className="product-pricing">
      <p className="product-price">
        {before && <span className="sr-only">Now </span>}
        {lowest && <span className="product-from">from </span>}
        {shown}
        {before && (
          <s className="product-was">
            <span className="sr-only">, was </span>
            {before}
          </s>
        )}
      </p>
      {drop && <p className="product-drop">{drop}</p>}
      {asOf && (
        <p className="product-as-of">
          as of <time dateTime={asOf}>{formatAsOf(asOf)}</time>
        </p>
      )}
    </div>
  )
}
