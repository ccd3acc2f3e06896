import type { Choice, Filter, PageRequest } from '../../list/list-definition.ts'
import { AVAILABILITIES, SOURCES } from './product-choices.ts'

/** What an address says of the list of products, and what the list then asks for: no more than that is in this file. */

export const productAddress: { filters: readonly Filter[]; sorts: readonly Choice[] } = {
  filters: [
    {
      key: 'status',
      label: 'Shown',
      kind: 'choice',
      choices: [{ value: 'hidden', label: 'Hidden and delisted' }],
    },
    { key: 'category', label: 'Category', kind: 'word' },
    { key: 'merchant', label: 'Merchant', kind: 'word' },
    { key: 'brand', label: 'Brand', kind: 'word' },
    { key: 'source', label: 'Source', kind: 'choice', choices: SOURCES },
    { key: 'availability', label: 'Availability', kind: 'choice', choices: AVAILABILITIES },
    { key: 'price_from', label: 'Price from', kind: 'number' },
    { key: 'price_to', label: 'Price to', kind: 'number' },
  ],
  sorts: [
    { value: 'newest', label: 'Newest first' },
    { value: 'oldest', label: 'Oldest first' },
    { value: 'price-asc', label: 'Cheapest first' },
    { value: 'price-desc', label: 'Dearest first' },
  ],
}

/** Counting further would take longer than reading the page. */
export const PRODUCT_CAP = 10_000

/** What the list shows or may show of a product: descriptions are most of one, and are shown nowhere here. */
export const LISTED_COLUMNS =
  'id,product_name,merchant_name,category,source,price,currency,delisted_at,brand,gtin,availability,created_at,observed_at,affiliate_link'

type Asked = Pick<PageRequest, 'search' | 'filters'>

/** The filters as staff_products has them. */
export const productFilters = ({ search, filters }: Asked): Record<string, string> => ({
  ...filters,
  ...(search && { search }),
})

export const listedProducts = ({ sort, after, size, ...asked }: Omit<PageRequest, 'signal'>) => ({
  filters: productFilters(asked),
  sort,
  page_size: size,
  ...(after && { after_value: after.value ?? '', after_id: Number(after.id) }),
})

export const countedProducts = (asked: Asked) => ({ filters: productFilters(asked), cap: PRODUCT_CAP })
