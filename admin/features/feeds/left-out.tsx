import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatAsOf } from '#domain/dates.ts'
import { supabase, unwrap } from '../../client.ts'
import * as controls from '../../ui/controls.module.css'
import * as page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { Section } from '../../ui/section.tsx'
import { useFollowed } from '../shell/use-live.ts'
import { feedTitles } from './feed-titles.ts'
import * as styles from './feeds.module.css'
import { reasonsOf } from './reasons-of.ts'
import { isLeftOut } from './selection-words.ts'

const COUNTED = ['succeeded', 'previewed', 'held']

/** The newest run of each feed that read something, with what its selections left out. */
const lastRuns = queryOptions({
  queryKey: ['feed_runs', 'left out'],
  queryFn: async ({ client, signal }) => {
    const all = await client.ensureQueryData(feedTitles)
    const runs = await Promise.all(
      all.map(async ({ kind, title }) => {
        const newest = supabase.from('feed_runs').select('id, finished_at, rows_read, rejected_by_reason, dry_run')
        const [run] = unwrap(
          await newest
            .eq('kind', kind)
            .in('status', COUNTED)
            .gt('rows_read', 0)
            .order('id', { ascending: false })
            .limit(1)
            .abortSignal(signal),
        )
        return run ? [{ ...run, title }] : []
      }),
    )
    return runs.flat()
  },
})

/** What the last run of each feed left out, by reason. */
export function LeftOut() {
  useFollowed('feed_runs')
  const query = useQuery(lastRuns)
  return (
    <Section title="Left out by the last run" note="Of each feed, a preview included">
      <QueryState query={query} failure="Error loading runs" empty="No feed has been imported yet.">
        {(runs) => (
          <ul className={styles.list}>
            {runs.map(({ id, title, finished_at, rows_read, rejected_by_reason, dry_run }) => (
              <li key={id} aria-label={title}>
                <div>
                  <h3 className={styles.name}>{title}</h3>
                  <p>{leftOutInWords(rejected_by_reason, rows_read)}</p>
                  <p className={page.soft}>
                    {dry_run ? 'Preview of' : 'Run of'} {finished_at ? formatAsOf(finished_at) : 'today'}
                  </p>
                </div>
                <Link className={controls.link} to={`/feeds/runs/${id}`} aria-label={`Run of ${title}`}>
                  Run
                </Link>
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </Section>
  )
}

const number = (value: number): string => value.toLocaleString('en-US')

function leftOutInWords(reasons: unknown, read: number): string {
  const out = reasonsOf(reasons).filter(([reason]) => isLeftOut(reason))
  if (out.length === 0) return `None of ${number(read)} rows`
  const sum = out.reduce((total, [, rows]) => total + rows, 0)
  return `${number(sum)} of ${number(read)} rows: ${out.map(([reason, rows]) => `${reason.replace('left out: ', '').replace('left out ', '')} ${number(rows)}`).join(', ')}`
}
