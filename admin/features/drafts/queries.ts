import { queryOptions } from '@tanstack/react-query'
import { supabase, unwrap } from '../../client.ts'
import { z } from '../../zod.ts'

/** What an importer read from a shop's page; every field may be missing. */
const extracted = z
  .object({
    product_name: z.string().catch(''),
    merchant_name: z.string().catch(''),
    price: z.number().nullable().catch(null),
    image_url: z.string().nullable().catch(null),
  })
  .catch({ product_name: '', merchant_name: '', price: null, image_url: null })

/** More than anybody reads in one go; those beyond wait their turn. */
const NEWEST = 50
/** The specification's "Recently Processed" (B 9). */
const RECENT = 10

export const pendingDrafts = queryOptions({
  queryKey: ['draft_products', 'pending'],
  queryFn: ({ signal }) => drafts({ isPending: true, limit: NEWEST, signal }),
})

export const processedDrafts = queryOptions({
  queryKey: ['draft_products', 'processed'],
  queryFn: ({ signal }) => drafts({ isPending: false, limit: RECENT, signal }),
})

export type Draft = Awaited<ReturnType<typeof drafts>>[number]

async function drafts({ isPending, limit, signal }: { isPending: boolean; limit: number; signal: AbortSignal }) {
  const query = supabase
    .from('draft_products')
    .select('id, status, affiliate_url, extracted_data, rejection_reason, created_at')
    .order('created_at', { ascending: false })
    .limit(limit)
    .abortSignal(signal)
  const rows = unwrap(await (isPending ? query.eq('status', 'pending') : query.neq('status', 'pending')))
  return rows.map((row) => ({ ...row, product: extracted.parse(row.extracted_data) }))
}
