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
  // Four, and as many as may stand among the tips already.
  articles: articlesQuery({ limit: featuredCount + 2 * tipsCount }),
  beautyTips: articlesQuery({ type: 'beauty', limit: tipsCount }),
  lifeHacks: articlesQuery({ type: 'lifestyle', limit: tipsCount }),
}

/** An article stands once on the page: what is among the tips is not featured too, unless there is nothing else. */
export function featuredArticles(
  newest: QueryResult<ArticleSummary[]>,
  tips: readonly QueryResult<ArticleSummary[]>[],
): ArticleSummary[] {
  const articles = dataOf(newest) ?? []
  const below = new Set(tips.flatMap((list) => dataOf(list) ?? []).map(({ slug }) => slug))
  const others = articles.filter(({ slug }) => !below.has(slug))
  return (others.length > 0 ? others : articles).slice(0, featuredCount)
}
