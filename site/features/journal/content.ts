import type { RouterContextProvider } from 'react-router'
import type { Offer } from '#site/features/offer/offer.ts'
import { loadQuery } from '#site/ssr/data/load-query.ts'
import type { QueryResult } from '#site/ssr/data/query-result.ts'
import { productAsks } from './article/article-parts.ts'
import { articleProductsQuery } from './article-product-queries.ts'
import type { ContentView } from './content-view.ts'
import { askKey } from './product-ask.ts'

/** The products that a text asks for, by the key of each question. */
export type ContentProducts = Record<string, QueryResult<Offer[]>>

/** Reads what a text asks of the catalogue; nothing where there is no text. */
export async function loadContentProducts(
  context: Readonly<RouterContextProvider>,
  text: ContentView | undefined,
): Promise<ContentProducts> {
  const asks = productAsks(text?.sections ?? [])
  const read = async (ask: (typeof asks)[number]) =>
    [askKey(ask), await loadQuery(context, articleProductsQuery(ask))] as const
  return Object.fromEntries(await Promise.all(asks.map(read)))
}
