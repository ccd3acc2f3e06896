import {
  countedProducts,
  LISTED_COLUMNS,
  listedProducts,
  productAddress,
} from '../features/catalogue/product-address.ts'
import { readListState } from '../list/list-address.ts'
import { PAGE_SIZE } from '../list/list-definition.ts'

export interface Rpc {
  name: string
  args: object
  /** The columns of its rows, where not all are asked for. */
  select?: string
}

/** What the screen of an address asks for first. Whatever is missing here is asked for by the screen, later. */
export function firstRequests({ pathname, searchParams }: Pick<URL, 'pathname' | 'searchParams'>): Rpc[] {
  const role: Rpc = { name: 'my_staff_role', args: {} }
  if (pathname === '/admin/login') return []
  if (pathname !== '/admin/products') return [role]
  const { at, ...state } = readListState(searchParams, { ...productAddress, columns: [] })
  return [
    role,
    {
      name: 'staff_products',
      args: listedProducts({ ...state, after: at, size: PAGE_SIZE }),
      select: LISTED_COLUMNS,
    },
    { name: 'count_staff_products', args: countedProducts(state) },
  ]
}
