import type { RouterContextProvider } from 'react-router'
import type { Listing } from '#site/features/listing/listing.ts'
import type { Offer } from '#site/features/offer/offer.ts'
import { loadQuery } from '#site/ssr/data/load-query.ts'
import { dataOf } from '#site/ssr/data/query-result.ts'
import { dropListHref, firstDrops } from './price-drop-parameters.ts'
import { dropsQuery } from './price-drops.ts'

interface FirstDrops {
  offers: Offer[]
  /** Where all of them are. */
  more: string
}

/** What a department's deals begin with: the biggest proven drops of its categories. What failed is not missed. */
export async function departmentDrops(
  context: Readonly<RouterContextProvider>,
  listing: Listing,
  categories: readonly string[],
): Promise<FirstDrops | null> {
  const lists = categories.flatMap((category) => firstDrops({ ...listing, categories: [category] }) ?? [])
  const [first] = lists
  if (!first) return null
  const found = await Promise.all(lists.map((list) => loadQuery(context, dropsQuery(list))))
  const offers = found.flatMap((drops) => dataOf(drops)?.offers ?? []).toSorted((a, b) => saving(b) - saving(a))
  return {
    offers: offers.slice(0, first.limit),
    more: dropListHref(lists.length > 1 ? { ...first, category: null } : first),
  }
}

const saving = ({ price, was }: Offer): number => (price !== null && was ? 1 - price / was : 0)
