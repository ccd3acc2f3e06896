import type { Database } from '#domain/database.types.ts'
import { supabase, unwrap } from '../../client.ts'
import type { PageRequest } from '../../list/list-definition.ts'

type Table = Database['public']['Tables']['products']
/** Its own columns, which can be written; those that the database computes are asked for by name. */
export type Product = Pick<Table['Row'], keyof Table['Insert']>
type Changes = Table['Update']

/** Counting further would take longer than reading the page. */
export const PRODUCT_CAP = 10_000

type Asked = Pick<PageRequest, 'search' | 'filters'>

/** The filters as staff_products has them. */
export const productFilters = ({ search, filters }: Asked): Record<string, string> => ({
  ...filters,
  ...(search && { search }),
})

export async function fetchProducts({ sort, after, size, signal, ...asked }: PageRequest): Promise<readonly Product[]> {
  const request = supabase.rpc('staff_products', {
    filters: productFilters(asked),
    sort,
    page_size: size,
    ...(after && { after_value: after.value ?? '', after_id: Number(after.id) }),
  })
  return unwrap(await request.abortSignal(signal))
}

export async function countProducts({ signal, ...asked }: Asked & { signal: AbortSignal }): Promise<number> {
  const request = supabase.rpc('count_staff_products', { filters: productFilters(asked), cap: PRODUCT_CAP })
  return unwrap(await request.abortSignal(signal))
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
