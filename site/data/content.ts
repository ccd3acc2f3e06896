import { articleSections, productAsks } from '../lib/article-parts.ts'
import { contentHtml } from '../lib/content-html.ts'
import type { Offer } from '../lib/offer.ts'
import { articleProductsQuery } from './article-products.ts'
import type { ShopQuery } from './shop.ts'

/** What a text asks of the catalogue, to be read before it is shown. */
export const contentQueries = (html: string): ShopQuery<Offer[]>[] =>
  productAsks(articleSections(contentHtml(html))).map(articleProductsQuery)
