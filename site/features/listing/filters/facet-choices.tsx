import * as controls from '#design/controls.module.css'
import * as facetStyles from '../facet.module.css'
import { type FacetValue, facetSize } from '../facets.ts'
import type { Apply } from '../use-choice.ts'

/** Values in sight before the rest unfolds. */
const shownAtOnce = 8

interface FacetChoicesProps {
  label: string
  name: string
  values: readonly FacetValue[] | undefined
  chosen: readonly string[]
  apply: Apply
  /** Its values are names of colors, which are shown beside them. */
  isColor?: boolean
}

/** One filter's values with their counts; several may be chosen. */
export function FacetChoices({ label, name, values = [], chosen, apply, isColor }: FacetChoicesProps) {
  // A chosen value that nothing has beside the others comes last, and can still be taken off. One that a link made up is not repeated.
  const found = values.filter(({ products }) => products > 0)
  const listed = [...values.slice(found.length), ...found.slice(0, facetSize)]
  if (listed.length === 0) return null
  const row = ({ value, products }: FacetValue) => (
    <label key={value} className={facetStyles.facetValue} data-part="facet-value">
      <input type="checkbox" name={name} value={value} checked={chosen.includes(value)} onChange={apply} />
      <span>
        {isColor && <i className={facetStyles.swatch} style={{ background: value }} />}
        {value}
      </span>
      <span className={facetStyles.facetCount}>{products.toLocaleString('en-US')}</span>
    </label>
  )
  const rest = listed.slice(shownAtOnce)
  return (
    <fieldset className={facetStyles.facet} data-part="facet">
      <legend>{label}</legend>
      {listed.slice(0, shownAtOnce).map(row)}
      {rest.length > 0 && (
        <details>
          <summary className={controls.textLink}>{rest.length} more</summary>
          {rest.map(row)}
          {found.length > facetSize && <p className={facetStyles.facetNote}>The {facetSize} with the most products.</p>}
        </details>
      )}
    </fieldset>
  )
}
