import { countedProducts, listedProducts, productAddress } from '../features/catalogue/product-address.ts'
import { readListState } from '../list/list-address.ts'
import { PAGE_SIZE } from '../list/list-definition.ts'

export interface Rpc {
  name: string
  args: object | undefined
}

/** What the screen of an address asks for first. Whatever is missing here is asked for by the screen, later. */
export function firstRequests({ pathname, searchParams }: Pick<URL, 'pathname' | 'searchParams'>): Rpc[] {
  const role: Rpc = { name: 'my_staff_role', args: undefined }
  if (pathname === '/admin/login') return []
  if (pathname !== '/admin/products') return [role]
  const { at, ...state } = readListState(searchParams, { ...productAddress, columns: [] })
  return [
    role,
    { name: 'staff_products', args: listedProducts({ ...state, after: at, size: PAGE_SIZE }) },
    { name: 'count_staff_products', args: countedProducts(state) },
  ]
}
