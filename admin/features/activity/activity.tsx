import { Layers } from 'lucide-react'
import { Link } from 'react-router'
import { columnWord } from '#domain/column-words.ts'
import type { Database } from '#domain/database.types.ts'
import { formatAsOf } from '#domain/dates.ts'
import { supabase } from '../../client.ts'
import type { ListDefinition } from '../../list/list-definition.ts'
import { ListView } from '../../list/list-view.tsx'
import { tableList } from '../../list/narrow.ts'
import { useOpenRecord } from '../../record/use-open-record.ts'
import * as controls from '../../ui/controls.module.css'
import { useStaffNames } from '../people/use-staff-names.ts'
import { useRole } from '../session/access.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { hasRow, labelOf, linkToRow, rowNameOf, tableChoices } from './tables.ts'
import { useUndo } from './use-undo.tsx'

export type Change = Database['public']['Tables']['audit_log']['Row']

const TONES: Record<string, string> = { insert: 'green', update: 'blue', delete: 'red' }
const WORDS: Record<string, string> = { insert: 'Added', update: 'Changed', delete: 'Deleted', export: 'Exported' }

const changes: Omit<ListDefinition<Change>, 'columns' | 'nameOf'> = {
  table: 'audit_log',
  title: 'Activity',
  noun: ['change', 'changes'],
  searchLabel: 'Name of the record',
  filters: [
    { key: 'table_name', label: 'Kind', kind: 'choice', choices: tableChoices },
    {
      key: 'action',
      label: 'What was done',
      kind: 'choice',
      choices: Object.entries(WORDS).map(([value, label]) => ({ value, label })),
    },
    { key: 'row_key', label: 'Id of the record', kind: 'word' },
    { key: 'change_set', label: 'Change set', kind: 'id' },
    { key: 'actor', label: 'Id of the account', kind: 'id' },
  ],
  sorts: [
    { value: 'newest', label: 'Newest first' },
    { value: 'oldest', label: 'Oldest first' },
  ],
  ...tableList<Change>({
    rows: () => supabase.from('audit_log').select('*'),
    counted: () => supabase.from('audit_log').select('id', { count: 'exact', head: true }),
    orders: { newest: ['id', false], oldest: ['id', true] },
    search: ['row_name'],
    csv: [],
  }),
  empty: 'Nothing was changed yet.',
}

/** Who changed what and when, and the way back. */
export function Component() {
  const { open, linkTo, close } = useOpenRecord()
  const undo = useUndo()
  const nameOf = useStaffNames()
  const role = useRole()
  const lineName = (row: Change) => `${labelOf(row.table_name)} ${rowNameOf(row, nameOf)}`
  return (
    <>
      <ListView
        definition={{
          ...changes,
          nameOf: lineName,
          columns: columns(linkTo, nameOf),
          // Of the whole log: others see a part of it.
          toCsv: role === 'admin' ? changes.toCsv : undefined,
        }}
        actions={(row) => (
          <>
            <Link
              className={controls.link}
              to={`/activity?change_set=${row.change_set}`}
              aria-label={`Together with ${lineName(row)}`}
            >
              <span className={controls.word}>Together</span>
              <Layers className={controls.sign} size={16} aria-hidden="true" />
            </Link>
            {row.action !== 'export' && (
              <button
                type="button"
                className={controls.link}
                aria-label={`Undo ${lineName(row)}`}
                onClick={() => undo.ask(row.change_set)}
              >
                Undo
              </button>
            )}
          </>
        )}
      />
      {open && <ChangeDialog id={open} nameOf={nameOf} undo={undo} onClose={close} />}
      {undo.dialog}
    </>
  )
}

const fieldsOf = (row: Change): string => row.columns.map((column) => columnWord(row.table_name, column)).join(', ')

function columns(
  linkTo: (id: string) => string,
  nameOf: (id: string | null) => string,
): ListDefinition<Change>['columns'] {
  return [
    {
      key: 'time',
      label: 'When',
      width: 10,
      sorts: ['newest', 'oldest'],
      cell: ({ changed_at }) => formatAsOf(changed_at),
    },
    { key: 'actor', label: 'Who', width: 11, cell: ({ actor }) => nameOf(actor) },
    {
      key: 'action',
      label: 'What',
      width: 6,
      cell: ({ action, undoes }) => (
        <span className={controls.badge} data-tone={TONES[action]}>
          {undoes ? 'Undone' : WORDS[action]}
        </span>
      ),
    },
    {
      key: 'record',
      label: 'Record',
      width: 16,
      onPhone: true,
      cell: (row) => (
        <Link className={controls.link} to={linkTo(String(row.id))}>
          {labelOf(row.table_name)}: {rowNameOf(row, nameOf)}
        </Link>
      ),
    },
    { key: 'columns', label: 'Fields', width: 13, cell: fieldsOf },
    { key: 'reason', label: 'Reason', width: 12, isExtra: true, cell: ({ reason }) => reason },
    {
      key: 'open',
      label: 'Record now',
      width: 8,
      isExtra: true,
      cell: ({ table_name, row_key, action }) => {
        const link = hasRow(action) ? linkToRow(table_name, row_key) : null
        return (
          link && (
            <Link className={controls.link} to={link}>
              Open
            </Link>
          )
        )
      },
    },
  ]
}
