import { useQuery } from '@tanstack/react-query'
import { formatPrice } from '#domain/money.ts'
import { supabase, unwrap } from '../../client.ts'
import * as controls from '../../ui/controls.module.css'
import type { Product } from './product-queries.ts'

/** The last price that was read, where it has become too old to be shown: the price is empty then. */
export function HiddenPrice({ product }: { product: Product }) {
  const query = useQuery({
    queryKey: ['products', 'known-price', product.id],
    enabled: product.price === null,
    queryFn: async ({ signal }) =>
      unwrap(await supabase.from('products').select('known_price').eq('id', product.id).abortSignal(signal))[0]
        ?.known_price ?? null,
  })
  const price = formatPrice(query.data, product.currency)
  if (product.price !== null || price === null) return null
  return <p className={controls.hint}>{`The last price was ${price}. It is too old to be shown.`}</p>
}
