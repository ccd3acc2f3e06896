import { articlesQuery } from './articles.ts'
import { collectionsQuery } from './collections.ts'
import { heroQuery } from './homepage-settings.ts'
import { productsQuery } from './products.ts'
import { retailerProductsQuery } from './retailer-products.ts'

/** What the home page reads, with the counts of the specification (9). */
export const homeQueries = {
  hero: heroQuery(),
  featured: productsQuery({ limit: 8 }),
  collections: collectionsQuery(),
  retailer: retailerProductsQuery({ limit: 4 }),
  articles: articlesQuery({ limit: 4 }),
  beautyTips: articlesQuery({ type: 'beauty', limit: 3 }),
  lifeHacks: articlesQuery({ type: 'lifestyle', limit: 3 }),
}
