import type { RouterContextProvider } from 'react-router'
import { answerOf, type PageState } from './page-state.ts'
import { priceDeadline, shownPrices } from './price-deadline.ts'
import { priceRules } from './price-rules.ts'
import { failureOf, ReadError, type ShopQuery } from './query.ts'
import { siteContext } from './site-context.ts'

export interface Loaded {
  /** Goes to the page, and with it to the browser. */
  state: PageState
  /** A loaded query's data, for titles and status codes; undefined when it failed. */
  get: <Data>(query: ShopQuery<Data>) => Data | undefined
}

/** Runs a page's queries side by side. None of them throws: a block that failed says so itself. */
export async function load(
  context: Readonly<RouterContextProvider>,
  queries: readonly ShopQuery<unknown>[],
): Promise<Loaded> {
  const site = context.get(siteContext)
  const state: PageState = {}
  const run = async (query: ShopQuery<unknown>) => {
    for (const table of query.tables) site.tables.add(table)
    if (query.freshSeconds !== undefined) site.freshSeconds = Math.min(site.freshSeconds, query.freshSeconds)
    if (query.validUntil !== undefined) site.validUntil = Math.min(site.validUntil, query.validUntil)
    try {
      const answer = await query.read(site.shop)
      const prices = shownPrices(answer)
      if (prices.length > 0) {
        site.validUntil = Math.min(site.validUntil, priceDeadline(prices, await priceRules(site.shop)))
      }
      state[query.key] = { data: answer }
    } catch (error) {
      if (!(error instanceof ReadError && error.lasting)) {
        site.incomplete = true
        site.reportError(error)
      }
      // The backend's own words may be shown; those of any other failure may tell what no visitor should know.
      state[query.key] = { error: failureOf(query, error instanceof ReadError ? error.message : null) }
    }
  }
  await Promise.all(queries.map(run))
  return { state, get: (query) => answerOf(state, query).data }
}
