import { Link } from 'react-router'
import type { Database } from '#domain/database.types.ts'
import { supabase, unwrap } from '../../client.ts'
import type { ListDefinition } from '../../list/list-definition.ts'
import { ListView } from '../../list/list-view.tsx'
import { tableList } from '../../list/narrow.ts'
import type { FormField } from '../../record/fields.ts'
import { RecordDialog } from '../../record/record-dialog.tsx'
import { useOpenRecord } from '../../record/use-open-record.ts'
import { optional, required } from '../../record/values.ts'
import * as controls from '../../ui/controls.module.css'
import { z } from '../../zod.ts'
import { useRole } from '../session/access.ts'

type Network = Pick<Database['public']['Tables']['networks']['Row'], 'id' | 'name' | 'click_hosts' | 'price_max_age'>

const networks: ListDefinition<Network> = {
  table: 'networks',
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
      cell: ({ price_max_age }) => String(price_max_age ?? 'No limit'),
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
  }),
  empty: 'There is no network.',
}

const fields: readonly FormField[] = [
  { key: 'name', label: 'Name', kind: 'text', maxLength: 100 },
  {
    key: 'price_max_age',
    label: 'Oldest price that may be shown',
    kind: 'text',
    maxLength: 40,
    hint: 'The network’s own rule, such as 24 hours. Empty is no limit. Older prices vanish from the pages.',
  },
  {
    key: 'click_hosts',
    label: 'Hosts that its affiliate links point at',
    kind: 'text',
    hint: 'With commas between. Empty where a link points at the merchant’s own host.',
  },
]

const schema = z.object({
  name: required('Name', 100),
  price_max_age: optional(40),
  click_hosts: z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .refine((hosts) => hosts.every((host) => /^[a-z0-9.-]+\.[a-z]{2,}$/.test(host)), 'Hosts only, such as awin1.com'),
})

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
            <a
              className={controls.link}
              href="/stores"
              target="_blank"
              rel="noreferrer"
              aria-label={`View on site: ${row.name}`}
            >
              View on site
            </a>
          </>
        )}
      />
      {open && isAdmin && (
        <RecordDialog
          key={open}
          table="networks"
          noun="Network"
          id={open}
          fields={fields}
          schema={schema}
          load={load}
          save={save}
          done="Network updated"
          failure="Failed to update network"
          onClose={close}
        />
      )}
    </>
  )
}

async function load(id: string): Promise<Network | null> {
  return unwrap(await supabase.from('networks').select('id, name, click_hosts, price_max_age').eq('id', id))[0] ?? null
}

async function save(values: z.output<typeof schema>, row: Network | null): Promise<Network | null> {
  const stored = row && (await load(row.id))
  if (!stored) throw new Error('it was deleted while you had it open')
  if (JSON.stringify(stored) !== JSON.stringify(row)) return stored
  const changed = unwrap(await supabase.from('networks').update(values).eq('id', stored.id).select('id'))
  if (changed.length === 0) throw new Error('only admins change networks')
  return null
}
