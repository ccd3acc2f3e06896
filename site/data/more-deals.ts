import { type DealSearch, defaultDealSearch } from '../lib/deal-search.ts'
import { type SearchItem, shopSearchQuery } from './search.ts'

export const moreDealsQuery = ({ text, page }: DealSearch) =>
  shopSearchQuery({ q: text || defaultDealSearch, page, kind: 'product' })

/** A found product as a card shows it. */
export const offerOf = (item: SearchItem) => ({
  ...{ id: item.id ?? 0, name: item.title, merchant: item.merchant, category: item.category, source: item.source },
  ...{ price: item.price, priceWithheld: item.priceWithheld, currency: item.currency, image: item.image },
  ...{ link: item.link, soldOut: item.soldOut, asOf: item.asOf, addedAt: item.addedAt, page: item.path ?? undefined },
  ...{ isLowest: item.isLowest, choices: item.choices },
})
