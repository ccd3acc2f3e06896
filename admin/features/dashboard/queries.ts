import { queryOptions } from '@tanstack/react-query'
import { supabase, unwrap } from '../../client.ts'

/** Newest comparison posts (specification, B 7 and B 9). */
export const recentComparisonPosts = queryOptions({
  queryKey: ['comparison_posts', 'recent'],
  queryFn: async ({ signal }) =>
    unwrap(
      await supabase
        .from('comparison_posts')
        .select('*')
        .order('created_at', { ascending: false })
        .limit(10)
        .abortSignal(signal),
    ),
})

/** Of each kind of content the newest few; a full screen lists the rest. */
const FEW = 5

export const newestGeneratedPosts = queryOptions({
  queryKey: ['blog_posts', 'generated'],
  queryFn: async ({ signal }) =>
    unwrap(
      await supabase
        .from('blog_posts')
        .select('id, slug, title, category, is_active, created_at')
        .eq('generated', true)
        .order('created_at', { ascending: false })
        .limit(FEW)
        .abortSignal(signal),
    ),
})

export const newestPages = queryOptions({
  queryKey: ['pages', 'newest'],
  queryFn: async ({ signal }) =>
    unwrap(
      await supabase
        .from('pages')
        .select('id, name, url, is_published, updated_at')
        .order('updated_at', { ascending: false })
        .limit(FEW)
        .abortSignal(signal),
    ),
})

export const newestImages = queryOptions({
  queryKey: ['wallpapers', 'newest'],
  queryFn: async ({ signal }) =>
    unwrap(
      await supabase
        .from('wallpapers')
        .select('id, title, image_url, is_active, download_count')
        .order('created_at', { ascending: false })
        .limit(FEW)
        .abortSignal(signal),
    ),
})

export const newestFeedRuns = queryOptions({
  queryKey: ['feed_runs', 'newest'],
  queryFn: async ({ signal }) =>
    unwrap(
      await supabase
        .from('feed_runs')
        .select('id, network_id, source_name, status, message, rows_read, rows_changed, rows_new, started_at')
        .order('started_at', { ascending: false })
        .limit(FEW)
        .abortSignal(signal),
    ),
})

export interface Waiting {
  label: string
  count: number
  to: string
}

/** What waits for somebody: drafts, messages, mails that no mail server took. */
export const waiting = queryOptions({
  queryKey: ['waiting'],
  queryFn: async ({ signal }): Promise<Waiting[]> => {
    const [drafts, messages] = await Promise.all([
      supabase
        .from('draft_products')
        .select('id', { count: 'exact', head: true })
        .eq('status', 'pending')
        .abortSignal(signal),
      supabase
        .from('contact_messages')
        .select('id', { count: 'exact', head: true })
        .is('handled_at', null)
        .abortSignal(signal),
    ])
    for (const { error } of [drafts, messages]) if (error) throw error
    return [
      { label: 'Drafts waiting for review', count: drafts.count ?? 0, to: '/product-monitoring' },
      { label: 'Messages not handled yet', count: messages.count ?? 0, to: '/messages?handled=no' },
    ]
  },
})
