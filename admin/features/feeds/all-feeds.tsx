import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { toast } from '#design/toasts.ts'
import { supabase, unwrap } from '../../client.ts'
import * as controls from '../../ui/controls.module.css'
import * as page from '../../ui/page.module.css'
import { useFollowed } from '../shell/use-live.ts'
import { allFeedsJob } from './feed-queries.ts'
import { isUnderWay } from './feed-state.ts'

/** The four feeds, one after the other: a job of the server, which goes on when the browser is closed. */
export function AllFeeds() {
  useFollowed('job_runs')
  const client = useQueryClient()
  const { data: job } = useQuery(allFeedsJob)
  const asked = () => client.invalidateQueries({ queryKey: ['job_runs'] })
  const start = useMutation({
    mutationFn: async () => unwrap(await supabase.rpc('start_job', { kind_param: 'all-feeds' })),
    onError: ({ message }) => toast('error', `Failed to trigger all feeds update: ${message}`),
    onSettled: asked,
  })
  const cancel = useMutation({
    mutationFn: async (run_id: string) => unwrap(await supabase.rpc('cancel_job', { run_id })),
    onError: ({ message }) => toast('error', message),
    onSettled: asked,
  })
  const busy = job && isUnderWay(job) ? job : null
  const seen = useRef<string | null>(null)
  useEffect(() => {
    if (busy) seen.current = busy.id
    else if (job && job.id === seen.current) {
      seen.current = null
      if (job.isWell) toast('success', 'All affiliate feeds triggered successfully!')
      else toast('error', 'Some feeds may have failed')
    }
  }, [busy, job])
  const isBusy = start.isPending || busy !== null
  return (
    <div className={page.row}>
      <span role="status">{busy && `${busy.phase ?? 'Waiting'}... ${busy.done} of ${busy.total ?? 4}`}</span>
      {busy && (
        <button type="button" className={controls.link} onClick={() => cancel.mutate(busy.id)}>
          Cancel all feeds
        </button>
      )}
      <button
        type="button"
        className={controls.button}
        aria-disabled={isBusy}
        onClick={() => !isBusy && start.mutate()}
      >
        Update all feeds
      </button>
    </div>
  )
}
