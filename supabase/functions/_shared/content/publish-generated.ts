import { BLOG_CATEGORIES, type BlogCategory, categoryOfDay } from './calendar.ts'
import { generatePost, LIST_LENGTH, weeklyRoundup } from './generate-post.ts'
import { newestProducts } from './newest-products.ts'
import { reasonOf, type Store, type Stored, storePost } from './store-post.ts'
import { templateOf } from './templates.ts'

export const GENERATED_KINDS = ['article', 'weekly-roundup'] as const
export const GENERATED_CATEGORIES = BLOG_CATEGORIES

export interface Wish {
  kind: (typeof GENERATED_KINDS)[number]
  /** Without one, the weekday's. */
  category?: BlogCategory | undefined
}

interface Means {
  overwrite: boolean
  date?: Date
  random?: () => number
  warn: (fields: object, message: string) => void
}

/** Writes an article from its template and the catalogue's newest products, and publishes it. */
export async function publishGenerated(
  store: Store,
  { kind, category: asked }: Wish,
  { overwrite, date = new Date(), random = Math.random, warn }: Means,
): Promise<Stored> {
  try {
    const category = asked ?? categoryOfDay(date)
    const { shelf } = templateOf(category)
    const products = await newestProducts(store, { count: LIST_LENGTH, categories: shelf })
    const write = kind === 'weekly-roundup' ? weeklyRoundup : generatePost
    return await storePost(store, write({ date, random, products, category }), { overwrite, warn })
  } catch (error) {
    return { success: false, error: `An error occurred: ${reasonOf(error)}` }
  }
}
