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

export interface Figure {
  label: string
  count: number
  note?: string
  to: string
}

/** What waits for somebody, and what visitors do; each leads to what it counts. */
export const figures = (isAdmin: boolean) =>
  queryOptions({
    queryKey: ['figures', isAdmin],
    queryFn: async ({ signal }): Promise<Figure[]> => {
      const [drafts, jobs, messages, told] = await Promise.all([
        supabase
          .from('draft_products')
          .select('id', { count: 'exact', head: true })
          .eq('status', 'pending')
          .abortSignal(signal),
        supabase
          .from('job_runs')
          .select('id', { count: 'exact', head: true })
          .eq('status', 'failed')
          .abortSignal(signal),
        isAdmin
          ? supabase
              .from('contact_messages')
              .select('id', { count: 'exact', head: true })
              .is('handled_at', null)
              .abortSignal(signal)
          : null,
        supabase.rpc('dashboard_figures').abortSignal(signal),
      ])
      for (const counted of [drafts, jobs, messages]) if (counted?.error) throw counted.error
      const [clicks] = unwrap(told)
      const machines = (count = 0) => `${count.toLocaleString('en-US')} by machines beside them`
      return [
        { label: 'Drafts waiting for review', count: drafts.count ?? 0, to: '/product-monitoring' },
        ...(messages
          ? [{ label: 'Messages not handled yet', count: messages.count ?? 0, to: '/messages?handled=no' }]
          : []),
        { label: 'Failed jobs', count: jobs.count ?? 0, to: '/jobs?status=failed' },
        { label: 'Clicks in 7 days', count: clicks?.clicks_7 ?? 0, note: machines(clicks?.machines_7), to: '#clicks' },
        {
          label: 'Clicks in 28 days',
          count: clicks?.clicks_28 ?? 0,
          note: machines(clicks?.machines_28),
          to: '#clicks',
        },
        {
          label: 'Prices too old to be shown',
          count: clicks?.stale_prices ?? 0,
          note: 'Merchants say how old a price may be',
          to: '/merchants',
        },
      ]
    },
  })

/** Which products were clicked most in 28 days. */
export const clickedProducts = queryOptions({
  queryKey: ['clicked_products'],
  queryFn: async ({ signal }) => unwrap(await supabase.rpc('clicked_products').abortSignal(signal)),
})
