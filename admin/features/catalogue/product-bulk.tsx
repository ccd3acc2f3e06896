import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { toast } from '#design/toasts.ts'
import { supabase, unwrap } from '../../client.ts'
import type { Condition } from '../../list/condition.ts'
import type { BulkProps } from '../../list/list-view.tsx'
import * as controls from '../../ui/controls.module.css'
import { Confirm, type Question } from '../../ui/dialog.tsx'
import { productConditions } from './product-conditions.ts'
import { changeProducts, type ListedProduct } from './product-queries.ts'

/** As many as one request names; more are changed by a job. */
const MOST_AT_ONCE = 500

/** Several products hidden or shown: those that were picked in one statement, all that match by a job. */
export function ProductBulk(props: BulkProps<ListedProduct>) {
  const { selection, rows, list, clear } = props
  if (selection.kind === 'some' && rows.length <= MOST_AT_ONCE) return <ShowOrHide rows={rows} clear={clear} />
  const conditions = productConditions(list.state.filters, list.state.search)
  if (selection.kind === 'matching' && selection.except.size === 0 && conditions) {
    return <ShowOrHideAll conditions={conditions} isHidden={list.state.filters.status === 'hidden'} clear={clear} />
  }
  return (
    <p className={controls.hint}>
      Pick {MOST_AT_ONCE} rows at most, or select all that match filters without a search and without exceptions.
    </p>
  )
}

function ShowOrHide({ rows, clear }: Pick<BulkProps<ListedProduct>, 'rows' | 'clear'>) {
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: ({ ids, isShown }: { ids: readonly number[]; isShown: boolean }) =>
      changeProducts(ids, { delisted_at: isShown ? null : new Date().toISOString() }),
    onSuccess: (_none, { ids, isShown }) => {
      clear()
      toast('success', `${ids.length} ${ids.length === 1 ? 'product' : 'products'} ${isShown ? 'shown' : 'hidden'}`, {
        label: 'Undo',
        run: () => change.mutate({ ids, isShown: !isShown }),
      })
    },
    onError: (error) => toast('error', `Failed to update products: ${error.message}`),
    onSettled: () => client.invalidateQueries({ queryKey: ['products'] }),
  })
  const idsOf = (isShown: boolean) => rows.filter((row) => (row.delisted_at === null) === isShown).map(({ id }) => id)
  return [false, true].map((isShown) => (
    <button
      key={String(isShown)}
      type="button"
      className={controls.button}
      data-quiet=""
      data-small=""
      disabled={change.isPending || idsOf(!isShown).length === 0}
      onClick={() => change.mutate({ ids: idsOf(!isShown), isShown })}
    >
      {isShown ? 'Show' : 'Hide'}
    </button>
  ))
}

interface AllProps {
  conditions: readonly Condition[]
  /** Whether the list holds what is hidden: then it is shown. */
  isHidden: boolean
  clear: () => void
}

/** Says how many rows it will be, exactly, before a job changes them; its change set is undone as a whole. */
function ShowOrHideAll({ conditions, isHidden, clear }: AllProps) {
  const navigate = useNavigate()
  const [question, setQuestion] = useState<Question | null>(null)
  const verb = isHidden ? 'Show' : 'Hide'
  const filter = conditions.map((condition) => ({ ...condition }))
  const start = useMutation({
    mutationFn: async () => {
      const changes = { delisted_at: isHidden ? null : new Date().toISOString() }
      return unwrap(
        await supabase.rpc('start_job', {
          kind_param: 'bulk-change',
          args_param: { table: 'products', filter, changes },
        }),
      )
    },
    onSuccess: (id) => {
      clear()
      void navigate(`/jobs?edit=${id}`)
    },
    onError: (error) => toast('error', `Failed to update products: ${error.message}`),
  })
  const count = useMutation({
    mutationFn: async () => unwrap(await supabase.rpc('count_matching', { of_table: 'products', filter })),
    onSuccess: (rows) =>
      setQuestion({
        title: `${verb} ${rows.toLocaleString('en-US')} products?`,
        text: 'A job changes them in the background. It can be cancelled, and undone as a whole.',
        action: verb,
        onConfirm: () => start.mutate(),
      }),
    onError: (error) => toast('error', `Failed to count the products: ${error.message}`),
  })
  return (
    <>
      <button
        type="button"
        className={controls.button}
        data-quiet=""
        data-small=""
        disabled={count.isPending || start.isPending}
        onClick={() => count.mutate()}
      >
        {verb} all
      </button>
      <Confirm question={question} onDone={() => setQuestion(null)} />
    </>
  )
}
