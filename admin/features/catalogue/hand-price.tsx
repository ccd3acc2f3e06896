import { useQuery } from '@tanstack/react-query'
import { formatAsOf } from '#domain/dates.ts'
import { supabase, unwrap } from '../../client.ts'
import * as controls from '../../ui/controls.module.css'
import { useStaffNames } from '../people/use-staff-names.ts'
import type { Product } from './product-queries.ts'

/** Who wrote the price, where it was not read. */
export function HandPrice({ product }: { product: Product }) {
  const nameOf = useStaffNames()
  const query = useQuery({
    queryKey: ['products', 'hand-price', product.id],
    queryFn: async ({ signal }) =>
      unwrap(await supabase.from('hand_prices').select('*').eq('product_id', product.id).abortSignal(signal))[0] ??
      null,
  })
  if (query.error) return <p className={controls.error}>Error loading who wrote the price: {query.error.message}</p>
  if (!query.data) return null
  const { edited_by, edited_at } = query.data
  return (
    <p className={controls.hint}>
      {`Price by hand (${nameOf(edited_by)}, ${formatAsOf(edited_at)}): it proves no drop and fulfils no price alert.`}
      {product.feed_id !== null && ' The next import replaces it.'}
    </p>
  )
}
