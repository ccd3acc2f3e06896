import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { toast } from '#design/toasts.ts'
import { formatAsOf } from '#domain/dates.ts'
import { supabase, unwrap } from '../../client.ts'
import * as controls from '../../ui/controls.module.css'
import * as page from '../../ui/page.module.css'
import { useRole } from '../session/access.ts'
import { FeedBadges } from './feed-badges.tsx'
import { type Feed, useStartFeed } from './feed-queries.ts'
import { isUnderWay, timesInWords } from './feed-state.ts'
import * as styles from './feeds.module.css'

/** A feed of the monitor: how it stands, what it lacks, when it runs, and what can be done about it. */
export function FeedRow({ feed, scheduleLink }: { feed: Feed; scheduleLink: string }) {
  const { kind, title, last, missing } = feed
  const start = useStartFeed()
  const followed = useToldEnd(feed)
  const navigate = useNavigate()
  const isBusy = start.isPending || (last !== null && isUnderWay(last))
  const update = () =>
    start.mutate(
      { kind, isPreview: false },
      {
        onSuccess: followed,
        onError: ({ message }) => toast('error', `Failed to trigger ${title} update: ${message}`),
      },
    )
  const preview = () =>
    start.mutate(
      { kind, isPreview: true },
      {
        onSuccess: (run) => void navigate(`/feeds/runs/${run}`),
        onError: ({ message }) => toast('error', `Failed to preview ${title}: ${message}`),
      },
    )
  return (
    <li aria-label={title}>
      <div>
        <h3 className={styles.name}>{title}</h3>
        <FeedBadges feed={feed} />
        {missing && <p>{missing}</p>}
        {last?.message && last.message !== missing && <p className={page.soft}>{last.message}</p>}
        <Times feed={feed} />
      </div>
      <div className={styles.actions}>
        <button
          type="button"
          className={controls.button}
          data-quiet=""
          aria-disabled={isBusy}
          aria-label={`Update ${title}`}
          onClick={() => !isBusy && update()}
        >
          Update
        </button>
        <button
          type="button"
          className={controls.link}
          aria-disabled={isBusy}
          aria-label={`Preview changes of ${title}`}
          onClick={() => !isBusy && preview()}
        >
          Preview changes
        </button>
        {last && (
          <Link className={controls.link} to={`/feeds/runs/${last.id}`} aria-label={`Last run of ${title}`}>
            Last run
          </Link>
        )}
        {useRole() === 'admin' && <ScheduleActions feed={feed} link={scheduleLink} />}
      </div>
    </li>
  )
}

/** Says how a run ended that was started here. Call what it returns with the run's id. */
function useToldEnd({ title, last }: Feed) {
  const [started, setStarted] = useState<number | null>(null)
  const end = last && last.id === started && !isUnderWay(last) ? last.status : null
  useEffect(() => {
    if (end === null) return
    setStarted(null)
    if (end === 'succeeded') toast('success', `${title} feed updated successfully`)
    else if (end !== 'cancelled') toast('error', `Failed to update ${title} feed`)
  }, [end, title])
  return setStarted
}

function Times({ feed: { is_paused, next_runs, ...feed } }: { feed: Feed }) {
  return (
    <p className={page.soft}>
      {timesInWords(feed)}
      {is_paused ? ', paused.' : `. Next: ${next_runs.map(formatAsOf).join(', ')}`}
    </p>
  )
}

function ScheduleActions({ feed, link }: { feed: Feed; link: string }) {
  const { kind, title, at_time, every_minutes, is_paused, is_usual } = feed
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: async (to: 'paused' | 'let go on' | 'usual') => {
      const times = supabase.from('feed_schedules')
      unwrap(
        to === 'usual'
          ? await times.delete().eq('kind', kind)
          : await times.upsert({ kind, at_time, every_minutes, is_paused: to === 'paused' }),
      )
    },
    onSuccess: (_none, to) =>
      toast('success', to === 'usual' ? `${title} has its usual times again` : `${title} is ${to}`),
    onError: (error) => toast('error', error.message),
    onSettled: () => client.invalidateQueries({ queryKey: ['feed_runs'] }),
  })
  return (
    <>
      <button
        type="button"
        className={controls.link}
        aria-label={`${is_paused ? 'Let go on' : 'Pause'}: ${title}`}
        onClick={() => change.mutate(is_paused ? 'let go on' : 'paused')}
      >
        {is_paused ? 'Let go on' : 'Pause'}
      </button>
      <Link className={controls.link} to={link} aria-label={`Times of ${title}`}>
        Times
      </Link>
      {!is_usual && (
        <button
          type="button"
          className={controls.link}
          aria-label={`Usual times: ${title}`}
          onClick={() => change.mutate('usual')}
        >
          Usual times
        </button>
      )}
    </>
  )
}
