import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { Database } from '#domain/database.types.ts'
import { supabase, unwrap } from '../../client.ts'
import type { ListDefinition } from '../../list/list-definition.ts'
import { ListView } from '../../list/list-view.tsx'
import { tableList } from '../../list/narrow.ts'
import { useRowChange } from '../../list/use-row-change.ts'
import { useOpenRecord } from '../../record/use-open-record.ts'
import * as controls from '../../ui/controls.module.css'
import { OuterLink } from '../../ui/outer-link.tsx'
import { ShownSwitch } from '../../ui/shown-switch.tsx'
import { ViewOnSite } from '../../ui/view-on-site.tsx'
import { ageInWords } from './age-in-words.ts'

// Not needed to read the list.
const MerchantDialog = lazy(() => import('./merchant-dialog.tsx').then((it) => ({ default: it.MerchantDialog })))

const RenameMerchant = lazy(() => import('./rename-merchant.tsx').then((it) => ({ default: it.RenameMerchant })))

type Merchant = Database['public']['Tables']['merchants']['Row']

const merchants: Omit<ListDefinition<Merchant>, 'columns'> = {
  table: 'merchants',
  takesCsv: true,
  actionsWidth: 15,
  title: 'Merchants',
  noun: ['merchant', 'merchants'],
  searchLabel: 'Name or website',
  filters: [
    { key: 'is_trusted', label: 'Trusted', kind: 'choice', choices: yesOrNo() },
    { key: 'may_alert', label: 'Price alerts', kind: 'choice', choices: yesOrNo() },
    { key: 'may_show_history', label: 'Price history', kind: 'choice', choices: yesOrNo() },
  ],
  sorts: [
    { value: 'name', label: 'By name' },
    { value: 'newest', label: 'Newest first' },
  ],
  nameOf: ({ name }) => name,
  ...tableList<Merchant>({
    // Not the old name of one that is being renamed.
    rows: () => supabase.from('merchants').select('*').is('alias_of', null),
    counted: () => supabase.from('merchants').select('id', { count: 'exact', head: true }).is('alias_of', null),
    orders: { name: ['name', true], newest: ['id', false] },
    csv: [{ column: 'alias_of', op: 'is_null' }],
    search: ['name', 'website'],
  }),
  empty: 'There is no merchant yet. The first import adds those of its feed.',
}

/** The merchants, with what each allows. */
export function Component() {
  const { open, linkTo, close } = useOpenRecord()
  const [renaming, setRenaming] = useState<Merchant | null>(null)
  const change = useRowChange(merchants, 'Failed to update merchant')
  const trust = (row: Merchant, is_trusted: boolean) =>
    change({
      row,
      change: { is_trusted },
      save: async (changes) =>
        unwrap(await supabase.from('merchants').update(changes).eq('id', row.id).select().single()),
      done: is_trusted ? `${row.name} is trusted` : `${row.name} is no longer trusted`,
    })
  return (
    <>
      <ListView
        definition={{ ...merchants, columns: columns(linkTo, trust) }}
        head={
          <Link className={controls.button} to={linkTo('new')}>
            <Plus size={16} aria-hidden="true" /> Add merchant
          </Link>
        }
        actions={(row) => (
          <>
            <Link className={controls.link} to={linkTo(String(row.id))} aria-label={`Edit ${row.name}`}>
              Edit
            </Link>
            <button
              type="button"
              className={controls.link}
              aria-label={`Rename ${row.name}`}
              onClick={() => setRenaming(row)}
            >
              Rename
            </button>
            <ViewOnSite href={`/products?merchant=${encodeURIComponent(row.name)}`} name={row.name} />
          </>
        )}
      />
      {renaming && (
        <Suspense>
          <RenameMerchant merchant={renaming} onClose={() => setRenaming(null)} />
        </Suspense>
      )}
      {open && (
        <Suspense>
          <MerchantDialog key={open} id={open} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

function columns(
  linkTo: (id: string) => string,
  trust: (row: Merchant, isTrusted: boolean) => void,
): ListDefinition<Merchant>['columns'] {
  return [
    {
      key: 'name',
      label: 'Merchant',
      width: 12,
      onPhone: true,
      sorts: ['name'],
      cell: (row) => (
        <Link className={controls.link} to={linkTo(String(row.id))}>
          {row.name}
        </Link>
      ),
    },
    {
      key: 'website',
      label: 'Website',
      width: 10,
      cell: ({ website }) => <OuterLink href={website} />,
    },
    { key: 'allows', label: 'Allows', width: 13, cell: (row) => allowed(row).join(', ') || 'Nothing beyond links' },
    {
      key: 'trusted',
      label: 'Trusted',
      width: 9.5,
      cell: (row) => (
        <ShownSwitch
          label={row.name}
          state={['is trusted', 'Trusted', 'Reviewed']}
          isShown={row.is_trusted}
          onChange={(isTrusted) => trust(row, isTrusted)}
        />
      ),
    },
    { key: 'products', label: 'Products', width: 7, cell: (row) => <ProductsOf row={row} /> },
    {
      key: 'max_age',
      label: 'Oldest price',
      width: 8,
      isExtra: true,
      cell: ({ max_age }) => (max_age ? ageInWords(max_age) : 'As its network'),
    },
    { key: 'slug', label: 'Slug', width: 10, isExtra: true, cell: ({ slug }) => slug },
  ]
}

const ProductsOf = ({ row }: { row: Merchant }) => (
  <Link
    className={controls.link}
    to={`/products?merchant=${encodeURIComponent(row.name)}`}
    aria-label={`Products of ${row.name}`}
  >
    Products
  </Link>
)

function allowed(row: Merchant): string[] {
  const words: [boolean, string][] = [
    [row.may_store_image, 'images'],
    [row.may_show_history, 'history'],
    [row.may_alert, 'alerts'],
    [row.may_show_rating, 'ratings'],
    [row.may_email, 'emails'],
    [row.may_cloak, 'redirects'],
  ]
  return words.flatMap(([isAllowed, word]) => (isAllowed ? [word] : []))
}

function yesOrNo() {
  return [
    { value: 'true', label: 'Yes' },
    { value: 'false', label: 'No' },
  ]
}
