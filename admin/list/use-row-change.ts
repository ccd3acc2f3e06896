import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '#design/toasts.ts'
import type { ListDefinition } from './list-definition.ts'

interface RowChange<Row> {
  row: Row
  change: Partial<Row>
  /** Writes it; what it throws is the reason that is told. */
  save: (change: Partial<Row>) => Promise<unknown>
  /** Said once it is written, with a button that takes it back. */
  done?: string
}

/** A change of one row from its list: shown at once, taken back with the reason when it is refused, and undone by a button. */
export function useRowChange<Row extends object>(
  { table, idOf }: Pick<ListDefinition<Row>, 'table' | 'idOf'>,
  failure: string,
) {
  const client = useQueryClient()
  const show = (id: string, change: Partial<Row>) =>
    client.setQueriesData<InfiniteData<readonly Row[]>>(
      { queryKey: [table, 'list'] },
      (data) =>
        data && {
          ...data,
          pages: data.pages.map((rows) => rows.map((row) => (idOf(row) === id ? { ...row, ...change } : row))),
        },
    )
  const mutation = useMutation({
    mutationFn: ({ save, change }: RowChange<Row>) => save(change),
    onMutate: async ({ row, change }) => {
      // A page that was asked for before would put the old value back.
      await client.cancelQueries({ queryKey: [table, 'list'] })
      show(idOf(row), change)
    },
    onSuccess: (_result, { row, change, save, done }) => {
      if (!done) return
      const back = before(row, change)
      toast('success', done, {
        label: 'Undo',
        run: () => mutation.mutate({ row: { ...row, ...change }, change: back, save }),
      })
    },
    onError: (error, { row, change }) => {
      show(idOf(row), before(row, change))
      toast('error', `${failure}: ${reasonOf(error)}`)
    },
    onSettled: () => client.invalidateQueries({ queryKey: [table, 'count'] }),
  })
  return mutation.mutate
}

/** The changed fields as they were. */
function before<Row extends object>(row: Row, change: Partial<Row>): Partial<Row> {
  const back: Partial<Row> = { ...change }
  for (const key in change) back[key] = row[key]
  return back
}

/** No row came back: the policies showed none that may be changed. */
const reasonOf = (error: Error): string =>
  'code' in error && error.code === 'PGRST116' ? 'it is gone, or not yours to change' : error.message
