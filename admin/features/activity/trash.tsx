import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '#design/toasts.ts'
import type { Database } from '#domain/database.types.ts'
import { formatAsOf } from '#domain/dates.ts'
import { supabase, unwrap } from '../../client.ts'
import type { ListDefinition } from '../../list/list-definition.ts'
import { type BulkProps, ListView } from '../../list/list-view.tsx'
import { tableList } from '../../list/narrow.ts'
import * as controls from '../../ui/controls.module.css'
import { useStaffNames } from '../people/use-staff-names.ts'
import { labelOf, tableChoices } from './tables.ts'

type Removed = Database['public']['Tables']['trash']['Row']

const removed: Omit<ListDefinition<Removed>, 'columns'> = {
  table: 'trash',
  title: 'Trash',
  noun: ['record', 'records'],
  searchLabel: 'Name of the record',
  filters: [{ key: 'table_name', label: 'Kind', kind: 'choice', choices: tableChoices }],
  sorts: [
    { value: 'newest', label: 'Deleted last' },
    { value: 'oldest', label: 'Deleted first' },
  ],
  nameOf: ({ table_name, name }) => `${labelOf(table_name)} ${name ?? ''}`,
  ...tableList<Removed>({
    rows: () => supabase.from('trash').select('*'),
    counted: () => supabase.from('trash').select('id', { count: 'exact', head: true }),
    orders: { newest: ['removed_at', false], oldest: ['removed_at', true] },
    search: ['name'],
  }),
  empty: 'The trash is empty. What is deleted stays here for 30 days.',
}

/** What was deleted in the last thirty days, and the way back. */
export function Component() {
  const restore = useRestore()
  const nameOf = useStaffNames()
  return (
    <ListView
      definition={{ ...removed, columns: columns(nameOf) }}
      actions={(row) => (
        <button
          type="button"
          className={controls.link}
          aria-label={`Restore ${removed.nameOf(row)}`}
          onClick={() => restore.mutate([row.id])}
        >
          Restore
        </button>
      )}
      bulk={(props) => <RestoreSeveral {...props} />}
    />
  )
}

function RestoreSeveral({ selection, rows, clear }: BulkProps<Removed>) {
  const restore = useRestore()
  if (selection.kind === 'matching') return <p className={controls.hint}>Pick the rows themselves to restore them.</p>
  return (
    <button
      type="button"
      className={controls.button}
      data-quiet=""
      data-small=""
      disabled={restore.isPending || rows.length === 0}
      onClick={() =>
        restore.mutate(
          rows.map(({ id }) => id),
          { onSuccess: clear },
        )
      }
    >
      Restore
    </button>
  )
}

function useRestore() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (ids: string[]) => unwrap(await supabase.rpc('restore_from_trash', { ids })),
    onSuccess: (count) => toast('success', count === 1 ? 'Restored' : `${count} records restored`),
    onError: (error) => toast('error', `Not restored: ${error.message}`),
    onSettled: () => client.invalidateQueries(),
  })
}

/** Of a file that another one replaced, the one that was. */
function recordOf({ name, row_key, relations }: Removed): string {
  const isReplaced = typeof relations === 'object' && relations !== null && 'replaced' in relations
  return `${name ?? row_key}${isReplaced ? ' (replaced)' : ''}`
}

const columns = (nameOf: (id: string | null) => string): ListDefinition<Removed>['columns'] => [
  { key: 'name', label: 'Record', width: 18, onPhone: true, cell: recordOf },
  { key: 'table', label: 'Kind', width: 10, cell: ({ table_name }) => labelOf(table_name) },
  {
    key: 'removed_at',
    label: 'Deleted',
    width: 10,
    sorts: ['newest', 'oldest'],
    cell: ({ removed_at }) => formatAsOf(removed_at),
  },
  { key: 'removed_by', label: 'By', width: 12, cell: ({ removed_by }) => nameOf(removed_by) },
]
