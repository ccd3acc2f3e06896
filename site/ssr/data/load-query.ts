import type { RouterContextProvider } from 'react-router'
import { priceDeadline, shownPrices } from './price-deadline.ts'
import { priceRules } from './price-rules.ts'
import { failureOf, ReadError, type ShopQuery } from './query.ts'
import type { QueryResult } from './query-result.ts'
import { siteContext } from './site-context.ts'

/** Runs a page's query. It never throws: a block that failed says so itself. */
export async function loadQuery<Data>(
  context: Readonly<RouterContextProvider>,
  query: ShopQuery<Data>,
): Promise<QueryResult<Data>> {
  const site = context.get(siteContext)
  for (const table of query.tables) site.tables.add(table)
  if (query.freshSeconds !== undefined) site.freshSeconds = Math.min(site.freshSeconds, query.freshSeconds)
  if (query.validUntil !== undefined) site.validUntil = Math.min(site.validUntil, query.validUntil)
  try {
    const data = await query.read(site.client)
    const prices = shownPrices(data)
    if (prices.length > 0) {
      site.validUntil = Math.min(site.validUntil, priceDeadline(prices, await priceRules(site.client)))
    }
    return { data }
  } catch (error) {
    if (!(error instanceof ReadError && error.lasting)) {
      site.incomplete = true
      site.reportError(error)
    }
    // The backend's own words may be shown; those of any other failure may tell what no visitor should know.
    return { error: failureOf(query, error instanceof ReadError ? error.message : null) }
  }
}
