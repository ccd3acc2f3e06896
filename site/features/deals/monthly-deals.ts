import type { Offer } from '#site/features/offer/offer.ts'
import { productTables } from '#site/features/offer/product-tables.ts'
import { type ShopQuery, unwrap } from '#site/ssr/data/query.ts'
import type { Month } from './month.ts'

export interface MonthlyDeals {
  /** What fell in the month and has not risen since, the biggest drop first: a page of it. */
  offers: Offer[]
  /** Counted up to a thousand; one more means more than that. */
  total: number
  /** Where the month has few: what fell before it began, in the last thirty days. */
  earlier: Offer[]
  /** The written edition of another month, while it is published. */
  edition: { slug: string; title: string } | null
}

/** Fewer than a row leave room for what fell before. */
const few = 4
const editionPattern = 'monthly-deals-%'

/** The price drops of one month, as our own readings prove and their shops let us say. */
export const monthlyDealsQuery = ({ from, ends }: Month): ShopQuery<MonthlyDeals> => ({
  key: `monthly-deals ${from}`,
  tables: [...productTables, 'blog_posts'],
  // The next month has a list of its own.
  validUntil: ends,
  read: async (client) => {
    const { readDrops } = await import('./parts/read-price-drops.ts')
    const list = { category: null, merchant: null, sort: 'biggest', page: 1 } as const
    const [month, edition] = await Promise.all([
      readDrops(client, { ...list, since: from }),
      client
        .from('blog_posts')
        .select('slug, title')
        .like('slug', editionPattern)
        .eq('is_active', true)
        .order('created_at', { ascending: false })
        .limit(1)
        .maybeSingle(),
    ])
    const others = month.offers.length < few ? (await readDrops(client, { ...list, limit: 12 })).offers : []
    const shown = new Set(month.offers.map(({ id }) => id))
    return {
      offers: month.offers,
      total: month.total,
      earlier: others.filter(({ id }) => !shown.has(id)).slice(0, 8),
      edition: unwrap(edition),
    }
  },
})
