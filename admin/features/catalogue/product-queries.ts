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

export async function loadProduct(id: string, signal?: AbortSignal): Promise<Product | null> {
  const request = supabase.from('products').select('*').eq('id', Number(id))
  return unwrap(await (signal ? request.abortSignal(signal) : request))[0] ?? null
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

/** Over the row as it was loaded; what is stored instead, where somebody was faster. */
export async function saveProduct(values: ProductValues, row: Product | null): Promise<Product | null> {
  const now = new Date().toISOString()
  if (row === null) {
    unwrap(await supabase.from('products').insert({ ...values, observed_at: now }))
    return null
  }
  const moved = values.price !== row.price || values.currency !== row.currency
  const changes = { ...values, updated_at: now, ...(moved && { observed_at: now, price_changed_at: now }) }
  const request = supabase.from('products').update(changes).eq('id', row.id).eq('updated_at', row.updated_at)
  if (unwrap(await request.select('id')).length > 0) return null
  const stored = await loadProduct(String(row.id))
  if (!stored) throw new Error('it was deleted while you had it open')
  return stored
}

export interface ProductValues {
  product_name: string
  category: string
  merchant_name: string
  brand: string | null
  price: number | null
  currency: string
  list_price: number | null
  availability: string
  affiliate_link: string
  image_url: string | null
  description: string | null
  gtin: string | null
}

export async function categoryNames(): Promise<string[]> {
  return unwrap(await supabase.rpc('product_categories'))
}

export async function merchantNames(): Promise<string[]> {
  return unwrap(await supabase.rpc('product_merchants'))
}
