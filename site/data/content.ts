import { productAsks } from '../lib/article-parts.ts'
import type { ContentView } from '../lib/content-view.ts'
import type { Offer } from '../lib/offer.ts'
import { articleProductsQuery } from './article-products.ts'
import type { ShopQuery } from './shop.ts'

/** What a text asks of the catalogue, to be read before it is shown. */
export const contentQueries = (text: ContentView | undefined): ShopQuery<Offer[]>[] =>
  productAsks(text?.sections ?? []).map(articleProductsQuery)
