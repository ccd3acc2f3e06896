import { Plus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import type { Database } from '#domain/database.types.ts'
import { formatPrice } from '#domain/money.ts'
import { supabase } from '../../client.ts'
import type { ListDefinition } from '../../list/list-definition.ts'
import { ListView } from '../../list/list-view.tsx'
import { tableList } from '../../list/narrow.ts'
import { useOpenRecord } from '../../record/use-open-record.ts'
import * as controls from '../../ui/controls.module.css'
import { OuterLink } from '../../ui/outer-link.tsx'
import { ViewOnSite } from '../../ui/view-on-site.tsx'

// Not needed to read the list.
const RetailerProductDialog = lazy(() =>
  import('./retailer-product-dialog.tsx').then((it) => ({ default: it.RetailerProductDialog })),
)

type Retailer = Database['public']['Tables']['amazon_products']['Row']

const retailerProducts: Omit<ListDefinition<Retailer>, 'columns'> = {
  table: 'amazon_products',
  takesCsv: true,
  title: 'Retailer Products',
  noun: ['retailer product', 'retailer products'],
  searchLabel: 'Title or ASIN',
  filters: [
    { key: 'category', label: 'Category', kind: 'word' },
    {
      key: 'rating_source',
      label: 'Score by',
      kind: 'choice',
      choices: [
        { value: 'editorial', label: 'Our editors' },
        { value: 'api', label: 'Amazon' },
      ],
    },
  ],
  sorts: [
    { value: 'newest', label: 'Newest first' },
    { value: 'oldest', label: 'Oldest first' },
  ],
  nameOf: ({ product_title }) => product_title,
  ...tableList<Retailer>({
    rows: () => supabase.from('amazon_products').select('*'),
    counted: () => supabase.from('amazon_products').select('id', { count: 'exact', head: true }),
    orders: { newest: ['id', false], oldest: ['id', true] },
    search: ['product_title', 'asin'],
    csv: [],
  }),
  empty: 'There is no product of a retailer yet. Add the first one.',
}

/** Products at retailers that are listed by a score of our own. */
export function Component() {
  const { open, linkTo, close } = useOpenRecord()
  return (
    <>
      <ListView
        definition={{ ...retailerProducts, columns: columns(linkTo) }}
        head={
          <Link className={controls.button} to={linkTo('new')}>
            <Plus size={16} aria-hidden="true" /> Add product
          </Link>
        }
        actions={(row) => (
          <>
            <Link className={controls.link} to={linkTo(String(row.id))} aria-label={`Edit ${row.product_title}`}>
              Edit
            </Link>
            <ViewOnSite href="/amazon-deals" name={row.product_title} />
          </>
        )}
      />
      {open && (
        <Suspense>
          <RetailerProductDialog key={open} id={open} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

function columns(linkTo: (id: string) => string): ListDefinition<Retailer>['columns'] {
  return [
    {
      key: 'title',
      label: 'Product',
      width: 24,
      onPhone: true,
      sorts: ['newest', 'oldest'],
      cell: (row) => (
        <Link className={controls.link} to={linkTo(String(row.id))} title={row.product_title}>
          {row.product_title}
        </Link>
      ),
    },
    { key: 'category', label: 'Category', width: 10, cell: ({ category }) => category },
    { key: 'rating', label: 'Score', width: 6, isNumber: true, cell: ({ rating }) => rating ?? '–' },
    {
      key: 'price',
      label: 'Price',
      width: 7,
      isNumber: true,
      cell: ({ price, currency }) => formatPrice(price, currency) ?? '–',
    },
    { key: 'asin', label: 'ASIN', width: 8, cell: ({ asin }) => asin ?? '–' },
    { key: 'marketplace', label: 'Marketplace', width: 10, isExtra: true, cell: ({ marketplace }) => marketplace },
    {
      key: 'link',
      label: 'Affiliate link',
      width: 14,
      isExtra: true,
      cell: ({ product_url }) => <OuterLink href={product_url} />,
    },
  ]
}
