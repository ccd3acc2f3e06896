import * as choiceStyles from '#site/ui/choice.module.css'
import * as facetStyles from '../facet.module.css'
import { type Listing, listingHref } from '../listing.ts'
import { priceEdges, priceRangeLabel, priceRanges } from '../price-range.ts'
import type { Apply } from '../use-choice.ts'

interface PriceChoicesProps {
  base: string
  listing: Listing
  chosen: Listing
  prices: readonly number[] | undefined
  apply: Apply
}

/** Common ranges with their counts, and any other by its ends. */
export function PriceChoices({ base, listing, chosen, prices = [], apply }: PriceChoicesProps) {
  const most = Math.max(1, ...prices)
  return (
    <fieldset className={facetStyles.facet} data-part="facet">
      <legend>Price</legend>
      <ul className={facetStyles.priceRanges}>
        {priceRanges.map(([min, max], index) => {
          const products = prices[index] ?? 0
          const current = listing.min === min && listing.max === max
          if (products === 0 && !current) return null
          return (
            <li key={min}>
              <a
                href={listingHref(base, listing, current ? { min: null, max: null } : { min, max })}
                aria-current={current || undefined}
                data-keep-place
              >
                <span>{priceRangeLabel(min, max)}</span>
                <span className={facetStyles.facetCount}>{products.toLocaleString('en-US')}</span>
                <span className={facetStyles.priceBar} style={{ inlineSize: `${(100 * products) / most}%` }} />
              </a>
            </li>
          )
        })}
      </ul>
      <div className={facetStyles.priceEnds}>
        <PriceEnd label="From" name="min" value={chosen.min} below={chosen.max} apply={apply} />
        <PriceEnd label="Under" name="max" value={chosen.max} above={chosen.min} apply={apply} />
      </div>
    </fieldset>
  )
}

interface PriceEndProps {
  label: string
  name: string
  value: number | null
  above?: number | null
  below?: number | null
  apply: Apply
}

const PriceEnd = ({ label, name, value, above, below, apply }: PriceEndProps) => (
  <label className={choiceStyles.choice} data-part="choice">
    <span>{label}</span>
    <select name={name} value={value ?? ''} onChange={apply}>
      <option value="">Any</option>
      {priceEdges
        .filter((edge) => edge > (above ?? 0) && edge < (below ?? Infinity))
        .map((edge) => (
          <option key={edge} value={edge}>
            ${edge}
          </option>
        ))}
    </select>
  </label>
)
