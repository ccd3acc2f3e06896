import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toast } from '#design/toasts.ts'
import { formatAsOf } from '#domain/dates.ts'
import { supabase, unwrap } from '../../client.ts'
import * as controls from '../../ui/controls.module.css'
import { useStaffNames } from '../people/use-staff-names.ts'
import { productFields } from './product-form.ts'
import type { Product } from './product-queries.ts'

/** Which fields of a feed's product imports leave as they are, and the way to let them go. */
export function HandEdits({ product }: { product: Product }) {
  const client = useQueryClient()
  const nameOf = useStaffNames()
  const { id } = product
  const queryKey = ['hand_edits', id]
  const query = useQuery({
    queryKey,
    enabled: product.feed_id !== null,
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase.from('hand_edits').select('*').eq('product_id', id).order('column_name').abortSignal(signal),
      ),
  })
  const release = useMutation({
    mutationFn: async (column: string) =>
      unwrap(await supabase.from('hand_edits').delete().eq('product_id', id).eq('column_name', column)),
    onSuccess: () => toast('success', 'The next import fills this field again'),
    onError: (error) => toast('error', `Failed to release the field: ${error.message}`),
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
  if (!product.feed_id) return null
  if (query.error) return <p className={controls.error}>Error loading fields changed by hand: {query.error.message}</p>
  if (!query.data?.length) {
    return <p className={controls.hint}>From a feed. What you change here stays; the price follows the feed.</p>
  }
  return (
    <ul aria-label="Changed by hand">
      {query.data.map(({ column_name, edited_by, edited_at }) => (
        <li key={column_name}>
          {`${labelOf(column_name)}: changed by hand (${nameOf(edited_by)}, ${formatAsOf(edited_at)}), imports leave it. `}
          <button
            type="button"
            className={controls.link}
            aria-label={`Release ${labelOf(column_name)}`}
            disabled={release.isPending}
            onClick={() => release.mutate(column_name)}
          >
            Release
          </button>
        </li>
      ))}
    </ul>
  )
}

const labelOf = (column: string): string =>
  column === 'delisted_at' ? 'Hidden' : (productFields.find(({ key }) => key === column)?.label ?? column)
