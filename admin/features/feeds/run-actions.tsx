import { useState } from 'react'
import { useNavigate } from 'react-router'
import * as controls from '../../ui/controls.module.css'
import type { Question } from '../../ui/dialog.tsx'
import { Confirm } from '../../ui/lazy-dialog.tsx'
import * as page from '../../ui/page.module.css'
import { isUnderWay } from './feed-state.ts'
import { type Run, type RunAction, useRunAction } from './run-queries.ts'

/** What can be done about a run as it stands. */
export function RunActions({ run }: { run: Run }) {
  const act = useRunAction(run.id)
  const navigate = useNavigate()
  const [question, setQuestion] = useState<Question | null>(null)
  const button = (label: string, action: RunAction, asks?: Pick<Question, 'title' | 'text'>) => (
    <button
      key={action}
      type="button"
      className={controls.button}
      data-quiet=""
      disabled={act.isPending}
      onClick={() => {
        const go = () =>
          act.mutate(action, { onSuccess: (again) => void (again !== null && navigate(`/feeds/runs/${again}`)) })
        if (asks) setQuestion({ ...asks, action: label, onConfirm: go })
        else go()
      }}
    >
      {label}
    </button>
  )
  const isCancelling = run.cancel_requested_at !== null
  return (
    <div className={page.row}>
      {isUnderWay(run) && !isCancelling && button('Cancel', 'cancel_feed_run')}
      {run.status === 'held' && run.kind !== null && button('Publish anyway', 'publish_held_run', PUBLISH)}
      {run.status === 'held' && button('Discard', 'discard_held_run', DISCARD)}
      {run.kind !== null && AGAIN.includes(run.status) && button('Retry', 'retry_feed_run')}
      <Confirm question={question} onDone={() => setQuestion(null)} />
    </div>
  )
}

const AGAIN = ['failed', 'cancelled', 'discarded', 'previewed']
const PUBLISH = {
  title: 'Publish this run?',
  text: 'What it has fetched is published as it is, and nothing is fetched again.',
}
const DISCARD = { title: 'Discard this run?', text: 'What it has fetched is deleted. The shop stays as it is.' }
