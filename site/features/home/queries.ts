import { retailerProductsQuery } from '#site/features/amazon/queries.ts'
import { collectionsQuery } from '#site/features/collections/queries.ts'
import { articlesQuery } from '#site/features/journal/articles.ts'
import { productsQuery } from '#site/features/listing/products.ts'
import { heroQuery } from './homepage-settings.ts'

/** What the home page reads, with the counts of the specification (9). */
export const homeQueries = {
  hero: heroQuery(),
  featured: productsQuery({ limit: 8 }),
  collections: collectionsQuery(),
  amazonProducts: retailerProductsQuery({ limit: 4 }),
  articles: articlesQuery({ limit: 4 }),
  beautyTips: articlesQuery({ type: 'beauty', limit: 3 }),
  lifeHacks: articlesQuery({ type: 'lifestyle', limit: 3 }),
}
