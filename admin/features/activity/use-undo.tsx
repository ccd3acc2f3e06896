import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { toast } from '#design/toasts.ts'
import { supabase, unwrap } from '../../client.ts'
import type { Question } from '../../ui/dialog.tsx'
import { Confirm } from '../../ui/lazy-dialog.tsx'
import { labelOf } from './tables.ts'

/** As many lines as one request puts back; more take longer than a request may. */
const MOST_AT_ONCE = 500

interface Set {
  id: string
  lines: number
  /** Of these tables; of a very large set those that its first lines name. */
  tables: readonly string[]
}

/** Asks with the number of changes before a change set is undone. The dialog has to be drawn by the caller. */
export function useUndo(): { ask: (changeSet: string) => void; dialog: ReactNode } {
  const [question, setQuestion] = useState<Question | null>(null)
  const undo = useUndoing()
  const count = useMutation({
    mutationFn: readSet,
    onSuccess: (set) =>
      setQuestion({
        ...wordsOf(set),
        action: 'Undo',
        ...(set.tables.includes('user_roles') && { asks: 'Reason' }),
        onConfirm: (reason) => undo.mutate({ set, ...(reason && { reason }) }),
      }),
    onError: (error) => toast('error', error.message),
  })
  return {
    ask: count.mutate,
    dialog: <Confirm question={question} onDone={() => setQuestion(null)} />,
  }
}

async function readSet(id: string): Promise<Set> {
  const { data, count, error } = await supabase
    .from('audit_log')
    .select('table_name', { count: 'exact' })
    .eq('change_set', id)
    .limit(1000)
  if (error) throw new Error(error.message)
  if (!count) throw new Error('Nothing is left to undo: the log holds no line of it.')
  return { id, lines: count, tables: [...new Set(data.map(({ table_name }) => table_name))] }
}

function wordsOf({ lines, tables }: Set) {
  const refused = 'It is refused where a record has changed since.'
  if (lines === 1) return { title: 'Undo this change?', text: `One record is put back. ${refused}` }
  const many = lines.toLocaleString('en-US')
  return {
    title: `Undo ${many} changes?`,
    text: `They were made together and are put back together: ${many} changes (${tables.map(labelOf).join(', ')}). ${refused}`,
  }
}

/** Few changes are undone at once, many by a job that is shown. Undoing is a change as well, which can be undone. */
function useUndoing() {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async ({ set, reason }: { set: Set; reason?: string }) => {
      if (set.lines > MOST_AT_ONCE) {
        const args = {
          kind_param: 'undo-change-set',
          args_param: { change_set: set.id, ...(reason && { reason }) },
        }
        return unwrap(await supabase.rpc('start_job', args))
      }
      unwrap(await supabase.rpc('undo_change_set', { of_set: set.id, ...(reason && { reason_param: reason }) }))
      return null
    },
    onSuccess: (run, { set }) => {
      if (run !== null) void navigate(`/jobs?edit=${run}`)
      else toast('success', set.lines === 1 ? 'The change is undone' : `${set.lines} changes are undone`)
    },
    onError: (error) => toast('error', error.message),
    onSettled: () => client.invalidateQueries(),
  })
}
