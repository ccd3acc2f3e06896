import { useQuery } from '@tanstack/react-query'
import { supabase, unwrap } from '../../client.ts'
import * as controls from '../../ui/controls.module.css'

/** Said under a merchant's name that no merchant has: it may be misspelt. */
export function NewMerchant({ value }: { value: string }) {
  const name = value.trim()
  const { data: isKnown = true } = useQuery({
    queryKey: ['merchants', 'known', name],
    queryFn: async ({ signal }) =>
      unwrap(await supabase.from('merchants').select('id').eq('name', name).abortSignal(signal)).length > 0,
    enabled: name !== '',
  })
  return (
    <p className={controls.hint} role="status">
      {isKnown
        ? null
        : 'There is no merchant of this name yet. If it is not misspelt, it is added with the product, under the strictest rules.'}
    </p>
  )
}
