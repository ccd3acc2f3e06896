import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { toast } from '#design/toasts.ts'
import { supabase, unwrap } from '../../client.ts'
import type { ListDefinition } from '../../list/list-definition.ts'
import { ListView } from '../../list/list-view.tsx'
import { tableList } from '../../list/narrow.ts'
import { useOpenRecord } from '../../record/use-open-record.ts'
import * as controls from '../../ui/controls.module.css'
import type { Question } from '../../ui/dialog.tsx'
import { Confirm } from '../../ui/lazy-dialog.tsx'
import { useRole } from '../session/access.ts'
import { LeftOut } from './left-out.tsx'
import { NETWORKS, placeInWords, rulesInWords, type Selection } from './selection-words.ts'

// Not needed to read the list.
const SelectionDialog = lazy(() => import('./selection-dialog.tsx').then((it) => ({ default: it.SelectionDialog })))

const selections: ListDefinition<Selection> = {
  table: 'feed_selections',
  title: 'Selections',
  noun: ['selection', 'selections'],
  actionsWidth: 14,
  filters: [{ key: 'network_id', label: 'Network', kind: 'choice', choices: NETWORKS }],
  sorts: [{ value: 'oldest', label: 'Oldest first' }],
  nameOf: placeInWords,
  columns: [
    { key: 'place', label: 'For', width: 14, onPhone: true, cell: placeInWords },
    { key: 'rules', label: 'Takes', width: 26, cell: rulesInWords },
  ],
  ...tableList<Selection>({
    rows: () => supabase.from('feed_selections').select('*'),
    counted: () => supabase.from('feed_selections').select('id', { count: 'exact', head: true }),
    orders: { oldest: ['id', true] },
  }),
  empty: 'Everything that the networks offer in the shop’s currency is taken.',
}

/** Which offers the shop takes of what its networks bring. Everybody here reads them, admins change them. */
export function Component() {
  const { open, linkTo, close } = useOpenRecord()
  const isAdmin = useRole() === 'admin'
  return (
    <>
      <ListView
        definition={selections}
        head={
          <>
            <Link className={controls.link} to="/feeds">
              Feeds
            </Link>
            {isAdmin && (
              <Link className={controls.button} to={linkTo('new')}>
                <Plus size={16} aria-hidden /> Add selection
              </Link>
            )}
          </>
        }
        actions={(row) => <Actions row={row} editLink={linkTo(String(row.id))} isAdmin={isAdmin} />}
      />
      <LeftOut />
      {open && isAdmin && (
        <Suspense>
          <SelectionDialog key={open} id={open} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

function Actions({ row, editLink, isAdmin }: { row: Selection; editLink: string; isAdmin: boolean }) {
  const name = placeInWords(row)
  const client = useQueryClient()
  const navigate = useNavigate()
  const [question, setQuestion] = useState<Question | null>(null)
  const start = useMutation({
    // With what reads answers, which the list does without.
    mutationFn: async (programmes: string[] | undefined) =>
      (await import('./feed-queries.ts')).startFeed({ kind: row.network_id, isPreview: true, programmes }),
    onSettled: () => client.invalidateQueries({ queryKey: ['feed_runs'] }),
  })
  const remove = useMutation({
    mutationFn: async () => unwrap(await supabase.from('feed_selections').delete().eq('id', row.id)),
    onSuccess: () => toast('success', 'Selection deleted: the next run goes by the others'),
    onError: ({ message }) => toast('error', `Failed to delete the selection: ${message}`),
    onSettled: () => client.invalidateQueries({ queryKey: ['feed_selections'] }),
  })
  const preview = () => {
    const programmes = row.network_id === 'awin' && row.programme_id !== '' ? [row.programme_id] : undefined
    start.mutate(programmes, {
      onSuccess: (run) => void navigate(`/feeds/runs/${run}`),
      onError: ({ message }) => toast('error', `Failed to preview: ${message}`),
    })
  }
  return (
    <>
      {row.network_id !== 'file' && (
        <button
          type="button"
          className={controls.link}
          aria-label={`Preview ${name}`}
          aria-disabled={start.isPending}
          onClick={() => !start.isPending && preview()}
        >
          Preview
        </button>
      )}
      {isAdmin && (
        <>
          <Link className={controls.link} to={editLink} aria-label={`Edit ${name}`}>
            Edit
          </Link>
          <button
            type="button"
            className={controls.link}
            aria-label={`Delete ${name}`}
            onClick={() =>
              setQuestion({
                title: 'Delete this selection?',
                text: `${name}: the next run takes what the other selections say.`,
                action: 'Delete',
                onConfirm: () => remove.mutate(),
              })
            }
          >
            Delete
          </button>
          <Confirm question={question} onDone={() => setQuestion(null)} />
        </>
      )}
    </>
  )
}
