import type { ChangeEvent } from 'react'
import type { FilterOptions } from '../../data/products.ts'
import { hasFilters, type Listing, listingHref, sortLabels, sorts } from '../../lib/listing.ts'
import { CloseIcon } from '../ui/icons.tsx'

interface ListingFiltersProps {
  base: string
  listing: Listing
  options: FilterOptions | undefined
  count: string | undefined
  withCategory: boolean
}

/** A GET form: choosing applies it at once; without script there is a button. */
export function ListingFilters({ base, listing, options, count, withCategory }: ListingFiltersProps) {
  const apply = (event: ChangeEvent<HTMLSelectElement>) => event.target.form?.requestSubmit()
  return (
    <div className="filters">
      <search>
        {/* keyed by its values: going back must show what the list shows */}
        <form action={base} className="filter-form" key={listingHref(base, listing)}>
          {withCategory && (
            <Choice
              name="category"
              label="Category"
              all="All Categories"
              chosen={listing.category}
              values={options?.categories}
              onChange={apply}
            />
          )}
          <Choice
            name="merchant"
            label="Merchant"
            all="All Merchants"
            chosen={listing.merchant}
            values={options?.merchants}
            onChange={apply}
          />
          <label className="choice">
            <span>Sort by</span>
            <select name="sort" defaultValue={listing.sort} onChange={apply}>
              {sorts.map((sort) => (
                <option key={sort} value={sort}>
                  {sortLabels[sort]}
                </option>
              ))}
            </select>
          </label>
          <button type="submit" className="button quiet without-script">
            Apply
          </button>
        </form>
      </search>
      <div className="filter-state">
        <p role="status" aria-live="polite" className="result-count">
          {count}
        </p>
        {hasFilters(listing) && (
          <ul className="chips" aria-label="Filters">
            {listing.category && (
              <Chip label={listing.category} href={listingHref(base, listing, { category: null })} />
            )}
            {listing.merchant && (
              <Chip label={listing.merchant} href={listingHref(base, listing, { merchant: null })} />
            )}
            <li>
              <a href={listingHref(base, listing, { category: null, merchant: null })} className="text-link">
                Clear Filters
              </a>
            </li>
          </ul>
        )}
      </div>
    </div>
  )
}

interface ChoiceProps {
  name: string
  label: string
  all: string
  chosen: string | null
  values: readonly string[] | undefined
  onChange: (event: ChangeEvent<HTMLSelectElement>) => void
}

function Choice({ name, label, all, chosen, values = [], onChange }: ChoiceProps) {
  const listed = chosen && !values.includes(chosen) ? [chosen, ...values] : values
  return (
    <label className="choice">
      <span>{label}</span>
      <select name={name} defaultValue={chosen ?? ''} onChange={onChange}>
        <option value="">{all}</option>
        {listed.map((value) => (
          <option key={value} value={value}>
            {value}
          </option>
        ))}
      </select>
    </label>
  )
}

const Chip = ({ label, href }: { label: string; href: string }) => (
  <li>
    <a href={href} className="chip" aria-label={`Remove filter ${label}`}>
      {label}
      <CloseIcon />
    </a>
  </li>
)
