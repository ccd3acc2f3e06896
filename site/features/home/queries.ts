import { retailerProductsQuery } from '#site/features/amazon/queries.ts'
import { collectionsQuery } from '#site/features/collections/queries.ts'
import { type ArticleSummary, articlesQuery } from '#site/features/journal/articles.ts'
import { productsQuery } from '#site/features/listing/products.ts'
import { dataOf, type QueryResult } from '#site/ssr/data/query-result.ts'
import { heroQuery } from './homepage-settings.ts'

const featuredCount = 4
const tipsCount = 3

/** What the home page reads, with the counts of the specification (9). */
export const homeQueries = {
  hero: heroQuery(),
  featured: productsQuery({ limit: 8 }),
  collections: collectionsQuery(),
  amazonProducts: retailerProductsQuery({ limit: 4 }),
  articles: articlesQuery({ limit: featuredCount }),
  // Three, and as many as may stand among the featured ones already.
  beautyTips: articlesQuery({ type: 'beauty', limit: tipsCount + featuredCount }),
  lifeHacks: articlesQuery({ type: 'lifestyle', limit: tipsCount + featuredCount }),
}

/** An article stands once on the page: the tips leave out what is featured above them. */
export function tipsBelow(
  featured: QueryResult<ArticleSummary[]>,
  tips: QueryResult<ArticleSummary[]>,
): ArticleSummary[] {
  const above = new Set(dataOf(featured)?.map(({ slug }) => slug))
  return (dataOf(tips) ?? []).filter(({ slug }) => !above.has(slug)).slice(0, tipsCount)
}
