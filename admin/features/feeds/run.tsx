import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { formatAsOf } from '#domain/dates.ts'
import * as controls from '../../ui/controls.module.css'
import * as page from '../../ui/page.module.css'
import { Section, SectionBody } from '../../ui/section.tsx'
import { useStaffNames } from '../people/use-staff-names.ts'
import { useFollowed } from '../shell/use-live.ts'
import { feeds } from './feed-queries.ts'
import { freshness, isUnderWay } from './feed-state.ts'
import { leftOutOf } from './reasons-of.ts'
import { RunActions } from './run-actions.tsx'
import { RunDifference } from './run-difference.tsx'
import { feedRun, type Run } from './run-queries.ts'
import { RunReasons } from './run-reasons.tsx'
import { decisions, secondsLeft, TONES, timeLeftInWords } from './run-words.ts'

/** One import: how far it is, what it counted and refused, and what can be done about it. */
export function Component() {
  const { id = '' } = useParams()
  useFollowed('feed_runs')
  const { data, error } = useQuery(feedRun(id))
  return (
    <>
      <title>Feed Run | Admin Dashboard</title>
      <div className={page.bar}>
        <h1 className={page.title}>Feed Run</h1>
        <Link className={controls.link} to="/feeds/runs">
          All runs
        </Link>
      </div>
      {data ? (
        <>
          <RunState run={data.run} />
          <RunDifference run={data.run} />
          <RunReasons run={data.run} samples={data.samples} hasRefusedRows={data.hasRefusedRows} />
          <Section title="Log">
            <SectionBody>
              {data.lines.length === 0 && <p>Nothing was logged.</p>}
              <ol>
                {data.lines.map(({ id: line, at, message }) => (
                  <li key={line} className={page.text}>
                    {formatAsOf(at)} {message}
                  </li>
                ))}
              </ol>
            </SectionBody>
          </Section>
        </>
      ) : (
        <p role={error ? 'alert' : 'status'}>{error ? `Error loading run: ${error.message}` : 'Loading...'}</p>
      )}
    </>
  )
}

const number = (value: number): string => value.toLocaleString('en-US')

function RunState({ run }: { run: Run }) {
  const nameOf = useStaffNames()
  const { rows_read, rows_rejected, rows_duplicate, expected_rows } = run
  const feed = useQuery(feeds).data?.find(({ kind }) => kind === run.kind)
  const leftOut = leftOutOf(run.rejected_by_reason)
  const [age, light] = freshness(feed?.published ?? null, Date.now())
  const counts = [
    ['Read', rows_read],
    ['Accepted', rows_read - rows_rejected],
    ['Left out', leftOut],
    ['Refused', rows_rejected - leftOut],
    ['Twice in the feed', rows_duplicate],
    ['New', run.rows_new],
    ['Changed', run.rows_changed],
    ['Unchanged', run.rows_unchanged],
    ['Delisted', run.rows_delisted],
  ] as const
  return (
    <Section
      title={feed?.title ?? run.source_name}
      note={run.dry_run ? 'A preview: nothing is published' : undefined}
      more={
        feed && (
          <span className={controls.badge} data-tone={light}>
            {age}
          </span>
        )
      }
    >
      <SectionBody>
        <p role="status">
          <span className={controls.badge} data-tone={TONES[run.status]}>
            {run.status === 'running' && run.cancel_requested_at ? 'cancelling' : run.status}
          </span>{' '}
          {progressOf(run)}
        </p>
        {run.status === 'running' && (
          <progress
            className={controls.progress}
            aria-label="Rows read"
            max={expected_rows ?? undefined}
            value={expected_rows ? Math.min(rows_read, expected_rows) : undefined}
          />
        )}
        {run.message && <p className={page.text}>{run.message}</p>}
        <dl className={page.facts}>
          {counts.map(([label, count]) => [
            <dt key={label}>{label}</dt>,
            <dd key={`${label} rows`}>{number(count)}</dd>,
          ])}
          <dt>Asked for</dt>
          <dd>
            {formatAsOf(run.requested_at)}, {run.started_by ? nameOf(run.started_by) : run.trigger}
          </dd>
          {decisions(run).map(([what, who]) => [
            <dt key={what}>{what}</dt>,
            <dd key={`${what} name`}>{nameOf(who)}</dd>,
          ])}
          <dt>Ended</dt>
          <dd>{run.finished_at ? formatAsOf(run.finished_at) : 'Not yet'}</dd>
        </dl>
        <RunActions run={run} />
      </SectionBody>
    </Section>
  )
}

function progressOf(run: Run): string {
  if (run.status === 'queued' && run.next_try_at) return `Waits for the next try at ${formatAsOf(run.next_try_at)}`
  if (!isUnderWay(run)) return ''
  const left = secondsLeft(run)
  return [
    run.phase ?? 'Waiting',
    run.rows_per_second !== null && `${number(run.rows_per_second)} rows a second`,
    left !== null && timeLeftInWords(left),
  ]
    .filter(Boolean)
    .join(', ')
}
