import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { columnWord } from '#domain/column-words.ts'
import { formatAsOf } from '#domain/dates.ts'
import { supabase, unwrap } from '../../client.ts'
import * as controls from '../../ui/controls.module.css'
import * as dialog from '../../ui/dialog.module.css'
import { Dialog } from '../../ui/lazy-dialog.tsx'
import * as page from '../../ui/page.module.css'
import { ScrollTable } from '../../ui/scroll-table.tsx'
import { changedFields } from './changed-fields.ts'
import { hasRow, labelOf, linkToRow, rowNameOf } from './tables.ts'
import type { useUndo } from './use-undo.tsx'

interface ChangeDialogProps {
  id: string
  nameOf: (actor: string | null) => string
  undo: ReturnType<typeof useUndo>
  onClose: () => void
}

/** One change, field by field: what it was and what it became. */
export function ChangeDialog({ id, nameOf, undo, onClose }: ChangeDialogProps) {
  const query = useQuery({
    queryKey: ['audit_log', 'one', id],
    queryFn: async ({ signal }) =>
      unwrap(await supabase.from('audit_log').select('*').eq('id', Number(id)).abortSignal(signal))[0] ?? null,
  })
  const change = query.data
  const link = change && hasRow(change.action) ? linkToRow(change.table_name, change.row_key) : null
  return (
    <Dialog
      title={change ? `${labelOf(change.table_name)}: ${rowNameOf(change, nameOf)}` : 'Change'}
      open
      onClose={onClose}
    >
      {change ? (
        <>
          <p className={page.soft}>
            {nameOf(change.actor)}, {formatAsOf(change.changed_at)}
            {change.reason && `: ${change.reason}`}
          </p>
          <ScrollTable label="Changed fields">
            <thead>
              <tr>
                <th>Field</th>
                <th>Before</th>
                <th>After</th>
              </tr>
            </thead>
            <tbody>
              {changedFields(change, nameOf).map(({ column, before, after }) => (
                <tr key={column}>
                  <td>{columnWord(change.table_name, column)}</td>
                  <td className={page.text}>{before}</td>
                  <td className={page.text}>{after}</td>
                </tr>
              ))}
            </tbody>
          </ScrollTable>
          <div className={dialog.actions}>
            {link && (
              <Link className={controls.link} to={link}>
                Open the record
              </Link>
            )}
            {change.action !== 'export' && (
              <button
                type="button"
                className={controls.button}
                data-quiet=""
                onClick={() => undo.ask(change.change_set)}
              >
                Undo
              </button>
            )}
          </div>
        </>
      ) : query.error ? (
        <p className={controls.error} role="alert">
          Error loading change: {query.error.message}
        </p>
      ) : (
        <p role="status">{query.isPending ? 'Loading...' : 'There is no such change, or none that you may see.'}</p>
      )}
    </Dialog>
  )
}
