import type { ChangeEvent } from 'react'
import * as choiceStyles from '#site/ui/choice.module.css'
import { facetSize } from './facets.ts'

interface DealsChoiceProps {
  name: string
  label: string
  all: string
  chosen: string | undefined
  values: readonly { value: string; products?: number }[] | undefined
  onChange: (event: ChangeEvent<HTMLSelectElement>) => void
}

/** A dropdown of one filter's values, in the order of the alphabet, where it is known with how many products it would leave. */
export function DealsChoice({ name, label, all, chosen, values, onChange }: DealsChoiceProps) {
  const unknown = chosen && values?.every(({ value }) => value !== chosen)
  return (
    <label className={choiceStyles.choice} data-part="choice">
      <span>{label}</span>
      <select name={name} defaultValue={chosen ?? ''} onChange={onChange}>
        <option value="">{all}</option>
        {/* A link may have made it up: it is not repeated as if it were a choice. */}
        {unknown && <option value={chosen}>No such {label.toLowerCase()} here</option>}
        {values
          ?.filter(({ value }, index) => index < facetSize || value === chosen)
          .toSorted((a, b) => (a.value < b.value ? -1 : 1))
          .map(({ value, products }) => (
            <option key={value} value={value}>
              {products === undefined ? value : `${value} (${products.toLocaleString('en-US')})`}
            </option>
          ))}
      </select>
    </label>
  )
}
