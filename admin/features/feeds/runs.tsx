import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Database } from '#domain/database.types.ts'
import { formatAsOf } from '#domain/dates.ts'
import { supabase } from '../../client.ts'
import type { ListDefinition } from '../../list/list-definition.ts'
import { ListView } from '../../list/list-view.tsx'
import { tableList } from '../../list/narrow.ts'
import * as controls from '../../ui/controls.module.css'
import { useStaffNames } from '../people/use-staff-names.ts'
import { useFollowed } from '../shell/use-live.ts'
import { feedTitles } from './feed-titles.ts'
import { TONES } from './run-words.ts'

type Run = Database['public']['Tables']['feed_runs']['Row']

const runs: Omit<ListDefinition<Run>, 'columns' | 'nameOf'> = {
  table: 'feed_runs',
  title: 'Feed Runs',
  noun: ['run', 'runs'],
  searchLabel: 'Source',
  filters: [
    {
      key: 'status',
      label: 'State',
      kind: 'choice',
      choices: Object.keys(TONES).map((value) => ({ value, label: value })),
    },
    { key: 'network_id', label: 'Network', kind: 'word' },
    { key: 'kind', label: 'Feed', kind: 'word' },
  ],
  sorts: [
    { value: 'newest', label: 'Newest first' },
    { value: 'oldest', label: 'Oldest first' },
  ],
  ...tableList<Run>({
    rows: () => supabase.from('feed_runs').select('*'),
    counted: () => supabase.from('feed_runs').select('id', { count: 'exact', head: true }),
    orders: { newest: ['started_at', false], oldest: ['started_at', true] },
    search: ['source_name'],
  }),
  empty: 'No feed has been imported yet.',
}

/** Every import there was, and the way to each. */
export function Component() {
  const nameOf = useStaffNames()
  const { data: titled } = useQuery(feedTitles)
  const titleOf = ({ kind, source_name }: Run) => titled?.find((feed) => feed.kind === kind)?.title ?? source_name
  useFollowed('feed_runs')
  return (
    <ListView
      definition={{
        ...runs,
        nameOf: (run) => `${titleOf(run)} of ${formatAsOf(run.requested_at)}`,
        columns: columns(nameOf, titleOf),
      }}
      head={
        <Link className={controls.link} to="/feeds">
          Feeds
        </Link>
      }
    />
  )
}

const number = (value: number): string => value.toLocaleString('en-US')

const columns = (
  nameOf: (id: string | null) => string,
  titleOf: (run: Run) => string,
): ListDefinition<Run>['columns'] => [
  {
    key: 'source_name',
    label: 'Source',
    width: 11,
    onPhone: true,
    cell: (run) => (
      <Link className={controls.link} to={`/feeds/runs/${run.id}`}>
        {titleOf(run)}
      </Link>
    ),
  },
  {
    key: 'status',
    label: 'State',
    width: 8,
    onPhone: true,
    cell: ({ status }) => (
      <span className={controls.badge} data-tone={TONES[status]}>
        {status}
      </span>
    ),
  },
  { key: 'rows_read', label: 'Read', width: 6, isNumber: true, cell: ({ rows_read }) => number(rows_read) },
  { key: 'rows_rejected', label: 'Refused', width: 6, isNumber: true, cell: (row) => number(row.rows_rejected) },
  { key: 'rows_new', label: 'New', width: 6, isNumber: true, cell: ({ rows_new }) => number(rows_new) },
  { key: 'rows_changed', label: 'Changed', width: 6, isNumber: true, cell: (row) => number(row.rows_changed) },
  {
    key: 'started_by',
    label: 'Who',
    width: 9,
    cell: ({ started_by, trigger }) => (started_by ? nameOf(started_by) : trigger),
  },
  {
    key: 'started_at',
    label: 'Started',
    width: 9,
    sorts: ['newest', 'oldest'],
    cell: ({ started_at }) => formatAsOf(started_at),
  },
]
