import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { supabase } from '../../client.ts'
import type { ListDefinition } from '../../list/list-definition.ts'
import { ListView } from '../../list/list-view.tsx'
import { tableList } from '../../list/narrow.ts'
import { useOpenRecord } from '../../record/use-open-record.ts'
import * as controls from '../../ui/controls.module.css'
import { ViewOnSite } from '../../ui/view-on-site.tsx'
import { useRole } from '../session/access.ts'
import { ageInWords } from './age-in-words.ts'
import type { Network } from './network.ts'

// Not needed to read the list.
const NetworkDialog = lazy(() => import('./network-dialog.tsx').then((it) => ({ default: it.NetworkDialog })))

const networks: ListDefinition<Network> = {
  table: 'networks',
  takesCsv: true,
  title: 'Networks',
  noun: ['network', 'networks'],
  sorts: [{ value: 'name', label: 'By name' }],
  nameOf: ({ name }) => name,
  columns: [
    { key: 'name', label: 'Network', width: 12, onPhone: true, cell: ({ name }) => name },
    {
      key: 'price_max_age',
      label: 'Oldest price',
      width: 9,
      cell: ({ price_max_age }) => (price_max_age ? ageInWords(price_max_age) : 'No limit'),
    },
    {
      key: 'click_hosts',
      label: 'Hosts of its links',
      width: 24,
      cell: ({ click_hosts }) => click_hosts.join(', ') || 'The merchant’s own',
    },
    {
      key: 'products',
      label: 'Products',
      width: 8,
      cell: ({ id, name }) => (
        <Link className={controls.link} to={`/products?source=${id}`} aria-label={`Products of ${name}`}>
          Products
        </Link>
      ),
    },
  ],
  ...tableList<Network>({
    rows: () => supabase.from('networks').select('id, name, click_hosts, price_max_age'),
    counted: () => supabase.from('networks').select('id', { count: 'exact', head: true }),
    orders: { name: ['name', true] },
    csv: [],
  }),
  empty: 'There is no network.',
}

/** The affiliate networks. Everybody here reads them, admins change them. */
export function Component() {
  const { open, linkTo, close } = useOpenRecord()
  const isAdmin = useRole() === 'admin'
  return (
    <>
      <ListView
        definition={networks}
        actions={(row) => (
          <>
            {isAdmin && (
              <Link className={controls.link} to={linkTo(row.id)} aria-label={`Edit ${row.name}`}>
                Edit
              </Link>
            )}
            <ViewOnSite href="/stores" name={row.name} />
          </>
        )}
      />
      {open && isAdmin && (
        <Suspense>
          <NetworkDialog key={open} id={open} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
