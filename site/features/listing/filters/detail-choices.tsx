import * as facetStyles from '../facet.module.css'
import type { Details } from '../facet-queries.ts'
import { fallenLabel, inStockLabel } from '../facets.ts'
import type { Listing } from '../listing.ts'
import type { Apply } from '../use-choice.ts'
import { FacetChoices } from './facet-choices.tsx'

interface DetailChoicesProps {
  details: Details | undefined
  /** Items of the list as it stands. */
  total: number | undefined
  chosen: Listing
  apply: Apply
}

/** What can be bought, what fell in price, and what it comes in. */
export function DetailChoices({ details, total = 0, chosen, apply }: DetailChoicesProps) {
  if (details === undefined) return null
  if (details === null) {
    return <p className={facetStyles.facetNote}>Choose a category, brand or store to filter by color and size.</p>
  }
  const { colors, sizes, inStock, fallen } = details
  return (
    <>
      {(inStock < total || fallen > 0 || chosen.inStock || chosen.fallen) && (
        <fieldset className={facetStyles.facet} data-part="facet">
          <legend>Only</legend>
          <Switch name="stock" label={inStockLabel} items={inStock} on={chosen.inStock} apply={apply} />
          <Switch name="fallen" label={fallenLabel} items={fallen} on={chosen.fallen} apply={apply} />
        </fieldset>
      )}
      <FacetChoices label="Color" name="color" values={colors} chosen={chosen.colors} apply={apply} isColor />
      <FacetChoices label="Size" name="size" values={sizes} chosen={chosen.sizes} apply={apply} />
    </>
  )
}

interface SwitchProps {
  name: string
  label: string
  items: number
  on: boolean
  apply: Apply
}

const Switch = ({ name, label, items, on, apply }: SwitchProps) => (
  <label className={facetStyles.facetValue} data-part="facet-value">
    <input type="checkbox" name={name} value="1" checked={on} onChange={apply} />
    <span>{label}</span>
    <span className={facetStyles.facetCount}>{items.toLocaleString('en-US')}</span>
  </label>
)
