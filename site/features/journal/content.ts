import type { Offer } from '#site/features/offer/offer.ts'
import type { ShopQuery } from '#site/ssr/data/query.ts'
import { productAsks } from './article/article-parts.ts'
import { articleProductsQuery } from './article-product-queries.ts'
import type { ContentView } from './content-view.ts'

/** What a text asks of the catalogue, to be read before it is shown. */
export const contentQueries = (text: ContentView | undefined): ShopQuery<Offer[]>[] =>
  productAsks(text?.sections ?? []).map(articleProductsQuery)
