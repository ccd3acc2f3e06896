import type { Database } from '#domain/database.types.ts'
import { supabase, unwrap } from '../../client.ts'
import type { PageRequest } from '../../list/list-definition.ts'
import { countedProducts, LISTED_COLUMNS, listedProducts } from './product-address.ts'

type Table = Database['public']['Tables']['products']
/** Its own columns, which can be written; those that the database computes are asked for by name. */
export type Product = Pick<Table['Row'], keyof Table['Insert']>
type Changes = Table['Update']

export async function fetchProducts({ signal, ...request }: PageRequest) {
  return unwrap(
    await supabase.rpc('staff_products', listedProducts(request)).select(LISTED_COLUMNS).abortSignal(signal),
  )
}
/** A row of the list. */
export type ListedProduct = Awaited<ReturnType<typeof fetchProducts>>[number]

export async function countProducts({ signal, ...asked }: Omit<PageRequest, 'after' | 'size'>): Promise<number> {
  return unwrap(await supabase.rpc('count_staff_products', countedProducts(asked)).abortSignal(signal))
}

/** One statement for all of them: each statement drops the pages that show products once. */
export async function changeProducts(ids: readonly number[], changes: Changes): Promise<void> {
  const values = { ...changes, updated_at: new Date().toISOString() }
  const changed = unwrap(
    await supabase
      .from('products')
      .update(values)
      .in('id', [...ids])
      .select('id'),
  )
  if (changed.length < ids.length)
    throw new Error(`${ids.length - changed.length} of them are gone, or not yours to change`)
}

export async function categoryNames(): Promise<string[]> {
  return unwrap(await supabase.rpc('product_categories'))
}

export async function merchantNames(): Promise<string[]> {
  return unwrap(await supabase.rpc('product_merchants'))
}
