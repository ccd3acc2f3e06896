import { Plus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { formatDate } from '#domain/dates.ts'
import { formatPrice } from '#domain/money.ts'
import { productPath } from '#domain/product-path.ts'
import type { ListDefinition } from '../../list/list-definition.ts'
import { ListView } from '../../list/list-view.tsx'
import { useRowChange } from '../../list/use-row-change.ts'
import { useOpenRecord } from '../../record/use-open-record.ts'
import * as controls from '../../ui/controls.module.css'
import { OuterLink } from '../../ui/outer-link.tsx'
import { ShownSwitch } from '../../ui/shown-switch.tsx'
import { ViewOnSite } from '../../ui/view-on-site.tsx'
import { PRODUCT_CAP, productAddress } from './product-address.ts'
import { AVAILABILITIES } from './product-choices.ts'
import { productConditions } from './product-conditions.ts'
import {
  categoryNames,
  changeProducts,
  countProducts,
  fetchProducts,
  type ListedProduct,
  merchantNames,
} from './product-queries.ts'

// Neither is needed to read the list.
const ProductDialog = lazy(() => import('./product-dialog.tsx').then((it) => ({ default: it.ProductDialog })))
const ProductBulk = lazy(() => import('./product-bulk.tsx').then((it) => ({ default: it.ProductBulk })))

const SUGGESTED: Record<string, { suggest: () => Promise<string[]> }> = {
  category: { suggest: categoryNames },
  merchant: { suggest: merchantNames },
}

const products: Omit<ListDefinition<ListedProduct>, 'columns'> = {
  table: 'products',
  takesCsv: true,
  title: 'Products',
  noun: ['product', 'products'],
  searchLabel: 'Words of the name, an id or a GTIN',
  filters: productAddress.filters.map((filter) =>
    filter.kind === 'word' ? { ...filter, ...SUGGESTED[filter.key] } : filter,
  ),
  sorts: productAddress.sorts,
  idOf: ({ id }) => String(id),
  nameOf: ({ product_name }) => product_name,
  cursorOf: (row, sort) => ({
    id: String(row.id),
    value: row.delisted_at ?? (sort.startsWith('price') ? String(row.price ?? '') : row.created_at),
  }),
  fetchPage: fetchProducts,
  count: countProducts,
  cap: PRODUCT_CAP,
  toCsv: ({ filters, search }) => productConditions(filters, search),
  empty: 'There is no product yet. Import a feed, or add one by hand.',
}

/** Every offer, one by one: hidden, shown, edited and added by hand. */
export function Component() {
  const { open, linkTo, close } = useOpenRecord()
  const definition = useProductList(linkTo)
  return (
    <>
      <ListView
        definition={definition}
        head={
          <Link className={controls.button} to={linkTo('new')}>
            <Plus size={16} aria-hidden="true" /> Add product
          </Link>
        }
        actions={(row) => (
          <>
            <Link className={controls.link} to={linkTo(String(row.id))} aria-label={`Edit ${row.product_name}`}>
              Edit
            </Link>
            {row.delisted_at === null && <ViewOnSite href={productPath(row)} name={row.product_name} />}
          </>
        )}
        bulk={(props) => (
          <Suspense>
            <ProductBulk {...props} />
          </Suspense>
        )}
      />
      {open && (
        <Suspense>
          <ProductDialog key={open} id={open} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

function useProductList(linkTo: (id: string) => string): ListDefinition<ListedProduct> {
  const change = useRowChange(products, 'Failed to update product')
  const show = (row: ListedProduct, isShown: boolean) =>
    change({
      row,
      change: { delisted_at: isShown ? null : new Date().toISOString() },
      save: ({ delisted_at }) => changeProducts([row.id], { delisted_at: delisted_at ?? null }),
      done: isShown ? 'Product shown' : 'Product hidden',
    })
  return {
    ...products,
    columns: [
      {
        key: 'name',
        label: 'Product',
        width: 15,
        onPhone: true,
        cell: (row) => (
          <Link className={controls.link} to={linkTo(String(row.id))} title={row.product_name}>
            {row.product_name}
          </Link>
        ),
      },
      { key: 'merchant', label: 'Merchant', width: 9, cell: ({ merchant_name }) => merchant_name },
      { key: 'category', label: 'Category', width: 8, cell: ({ category }) => category },
      { key: 'source', label: 'Source', width: 6, cell: ({ source }) => source ?? 'By hand' },
      {
        key: 'price',
        label: 'Price',
        width: 7,
        isNumber: true,
        sorts: ['price-desc', 'price-asc'],
        cell: ({ price, currency }) => formatPrice(price, currency) ?? '–',
      },
      {
        key: 'shown',
        label: 'Shown',
        width: 9,
        cell: (row) => (
          <ShownSwitch
            label={row.product_name}
            isShown={row.delisted_at === null}
            onChange={(isShown) => show(row, isShown)}
          />
        ),
      },
      { key: 'id', label: 'Id', width: 7, isNumber: true, isExtra: true, cell: ({ id }) => id },
      { key: 'brand', label: 'Brand', width: 9, isExtra: true, cell: ({ brand }) => brand },
      { key: 'gtin', label: 'GTIN', width: 9, isExtra: true, cell: ({ gtin }) => gtin },
      {
        key: 'availability',
        label: 'Availability',
        width: 8,
        isExtra: true,
        cell: ({ availability }) => AVAILABILITIES.find(({ value }) => value === availability)?.label,
      },
      {
        key: 'added',
        label: 'Added',
        width: 10,
        isExtra: true,
        sorts: ['newest', 'oldest'],
        cell: ({ created_at }) => formatDate(created_at),
      },
      { key: 'checked', label: 'Read', width: 10, isExtra: true, cell: ({ observed_at }) => formatDate(observed_at) },
      {
        key: 'link',
        label: 'Affiliate link',
        width: 14,
        isExtra: true,
        cell: ({ affiliate_link }) => <OuterLink href={affiliate_link} />,
      },
    ],
  }
}
