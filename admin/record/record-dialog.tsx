import { useQuery, useQueryClient } from '@tanstack/react-query'
import * as controls from '../ui/controls.module.css'
import { Dialog } from '../ui/dialog.tsx'
import { RecordForm, type RecordFormParts } from './record-form.tsx'

export interface RecordDialogProps<Row extends object, Values> extends RecordFormParts<Row, Values> {
  /** The first part of the query keys that a save makes stale. */
  table: string
  noun: string
  /** Its id, or 'new'. */
  id: string
  /** null where there is no such row, or none that the caller may see. */
  load: (id: string, signal: AbortSignal) => Promise<Row | null>
  onClose: () => void
}

/** One record's form over its list. It is read anew when it opens: what the list shows may be minutes old. */
export function RecordDialog<Row extends object, Values>(props: RecordDialogProps<Row, Values>) {
  const { table, noun, id, load, onClose } = props
  const client = useQueryClient()
  const isNew = id === 'new'
  const query = useQuery({
    queryKey: [table, 'one', id],
    enabled: !isNew,
    queryFn: ({ signal }) => load(id, signal),
    gcTime: 0,
    // Nothing is changed under what is being typed.
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Dialog title={isNew ? `Add ${noun}` : `Edit ${noun}`} open onClose={onClose}>
      {isNew || query.data ? (
        <RecordForm
          {...props}
          row={query.data ?? null}
          onSaved={() => {
            void client.invalidateQueries({ queryKey: [table] })
            onClose()
          }}
        />
      ) : query.error && !isNoKey(query.error) ? (
        <p className={controls.error} role="alert">
          {`Error loading ${noun.toLowerCase()}: ${query.error.message}`}{' '}
          <button type="button" className={controls.link} onClick={() => void query.refetch()}>
            Try again
          </button>
        </p>
      ) : (
        <p role="status">
          {query.isPending ? 'Loading...' : `There is no such ${noun.toLowerCase()}. It may be deleted.`}
        </p>
      )}
    </Dialog>
  )
}

/** An address by hand may name what is no key of the table at all: there is no such record either. */
const isNoKey = (error: Error): boolean => 'code' in error && error.code === '22P02'
