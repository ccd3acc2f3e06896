import { readSearch } from '#site/features/search/read-search.ts'
import { resultsPerPage } from '#site/features/search/result-pages.ts'
import type { SearchItem } from '#site/features/search/shop-search.ts'
import type { Client } from '#site/ssr/data/query.ts'
import type { MoreDealsPage } from '../more-deals-page.ts'

export async function readMoreDeals(client: Client, { q, page }: { q: string; page: number }): Promise<MoreDealsPage> {
  const start = (page - 1) * resultsPerPage + 1
  const { items, total } = await readSearch(client, { q, start, kind: 'product' })
  return { offers: items.map(offerOf), total }
}

const offerOf = ({ id, title, path, ...item }: SearchItem) => ({
  ...{ id: id ?? 0, name: title, merchant: item.merchant, source: item.source },
  ...{ price: item.price, priceWithheld: item.priceWithheld || undefined, currency: item.currency, image: item.image },
  ...{ link: item.link, soldOut: item.soldOut || undefined, asOf: item.asOf, page: path ?? undefined },
  ...{ isLowest: item.isLowest || undefined, choices: item.choices ?? undefined },
})
