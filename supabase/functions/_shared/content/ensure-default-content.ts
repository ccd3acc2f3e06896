import { checkLinks, checkPages, type LinkCheck, type PageCheck } from './check-pages.ts'
import { type GeneratedPost, MONTHLY_TITLE, monthlyDeals, TOP_LENGTH } from './generate-post.ts'
import { topProducts } from './newest-products.ts'
import { bodyOf, imageOf, type PreparedArticle, SEEDED_GUIDES, SEWING_COMPARISON } from './seeded-articles.ts'
import { slugOf } from './slug.ts'
import { ALREADY_THERE, reasonOf, type Store, type Stored, storePost } from './store-post.ts'

export interface KeepOptions {
  /** Writes the prepared articles and the monthly deals anew, over what editors made of them. */
  overwrite?: boolean
  random?: () => number
  warn: (fields: object, message: string) => void
}

export interface Kept {
  /** Nothing failed; what was there already is no failure. */
  success: boolean
  pages: PageCheck
  links: LinkCheck
  guides: { success: boolean; message: string; created: number; failed: string[] }
  comparison: { success: boolean; message?: string; error?: string }
  monthlyDeals: Stored
  /** Scheduled comparisons whose day has come. */
  comparisonsOut: number
}

/**
 * Sees to it that the pages and articles exist that every shop has. Running it again changes nothing: what is there,
 * published or not, is left to the editors.
 */
export async function ensureDefaultContent(
  store: Store,
  { overwrite = false, random = Math.random, warn }: KeepOptions,
): Promise<Kept> {
  const options = { overwrite, warn }
  const pages = await checkPages(store, warn)
  const guides = await keepGuides(store, options)
  const comparison = await keepComparison(store, options)
  const monthly = await keepMonthlyDeals(store, { ...options, random })
  const comparisonsOut = await bringOut(store, warn)
  const success = pages.status === 'success' && guides.success && comparison.success
  return {
    success,
    pages,
    links: await checkLinks(store),
    guides,
    comparison,
    monthlyDeals: monthly,
    comparisonsOut,
  }
}

type Options = { overwrite: boolean; warn: KeepOptions['warn'] }

const prepared = async (article: PreparedArticle): Promise<GeneratedPost> => ({
  ...article,
  content: await bodyOf(article),
  imageUrl: imageOf(article),
  readTime: `${article.readMinutes} min read`,
})

async function keepGuides(store: Store, options: Options): Promise<Kept['guides']> {
  const failed: string[] = []
  let created = 0
  for (const guide of SEEDED_GUIDES) {
    const stored = await storePost(store, await prepared(guide), options)
    if (stored.success) created += 1
    else if (stored.error !== ALREADY_THERE) {
      options.warn({ reason: stored.error }, `Failed to create blog post: ${guide.title}`)
      failed.push(`Failed to create blog post: ${guide.title}`)
    }
  }
  const success = failed.length === 0
  return {
    success,
    message: success ? 'Successfully created blog posts' : 'Failed to create blog posts',
    created,
    failed,
  }
}

async function keepComparison(store: Store, options: Options): Promise<Kept['comparison']> {
  const stored = await storePost(store, await prepared(SEWING_COMPARISON), options)
  if (stored.success) return { success: true, message: 'Created Singer sewing machine comparison article' }
  if (stored.error === ALREADY_THERE) return { success: true, message: ALREADY_THERE }
  return { success: false, error: `Failed to create Singer comparison article: ${stored.error}` }
}

/** Waits for a catalogue: a top ten of fewer than ten would be published for the whole month. */
async function keepMonthlyDeals(store: Store, options: Options & { random: () => number }): Promise<Stored> {
  try {
    const url = `/blog/${slugOf(MONTHLY_TITLE)}`
    const { rowCount } = await store.query('select from public.pages where url = $1', [url])
    if (rowCount && !options.overwrite) return { success: false, error: ALREADY_THERE }
    const { products, fallen } = await topProducts(store, { count: TOP_LENGTH, perCategory: 2 })
    if (products.length < TOP_LENGTH)
      return {
        success: false,
        error: `An error occurred: the catalog has fewer than ${TOP_LENGTH} products to choose from`,
      }
    return await storePost(
      store,
      monthlyDeals({ products, fallen, drawnUp: new Date(), random: options.random }),
      options,
    )
  } catch (error) {
    return { success: false, error: `An error occurred: ${reasonOf(error)}` }
  }
}

/** A scheduled comparison is readable from its day on; this drops the pages that were kept without it. */
async function bringOut(store: Store, warn: KeepOptions['warn']): Promise<number> {
  try {
    const { rowCount } = await store.query(
      `update public.comparison_posts set status = 'published' where status = 'scheduled' and publish_date <= now()`,
    )
    return rowCount ?? 0
  } catch (error) {
    warn({ err: error }, 'scheduled comparisons could not be brought out')
    return 0
  }
}
