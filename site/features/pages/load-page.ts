import type { RouterContextProvider } from 'react-router'
import { type ContentProducts, loadContentProducts } from '#site/features/journal/content.ts'
import { loadQuery } from '#site/ssr/data/load-query.ts'
import { dataOf, type QueryResult } from '#site/ssr/data/query-result.ts'
import { pageQuery, type StaticPage } from './queries.ts'

/** A published page, null where there is none, and the products that its text asks for. */
export interface LoadedPage {
  page: QueryResult<StaticPage | null>
  products: ContentProducts
}

export async function loadPage(context: Readonly<RouterContextProvider>, url: string): Promise<LoadedPage> {
  const page = await loadQuery(context, pageQuery(url))
  return { page, products: await loadContentProducts(context, dataOf(page)?.text) }
}
