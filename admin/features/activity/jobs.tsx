import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { toast } from '#design/toasts.ts'
import type { Database } from '#domain/database.types.ts'
import { formatAsOf } from '#domain/dates.ts'
import { rowOf, supabase, unwrap } from '../../client.ts'
import type { ListDefinition } from '../../list/list-definition.ts'
import { ListView } from '../../list/list-view.tsx'
import { tableList } from '../../list/narrow.ts'
import { useOpenRecord } from '../../record/use-open-record.ts'
import * as controls from '../../ui/controls.module.css'
import { Dialog } from '../../ui/lazy-dialog.tsx'
import * as page from '../../ui/page.module.css'
import { useStaffNames } from '../people/use-staff-names.ts'
import { useFollowed } from '../shell/use-live.ts'
import { jobName, NO_SUCH_JOB } from './job-name.ts'
import { useUndo } from './use-undo.tsx'

type Run = Database['public']['Tables']['job_runs']['Row']

const TONES: Record<string, string> = { queued: 'amber', running: 'blue', succeeded: 'green', failed: 'red' }
const STATES = ['queued', 'running', 'succeeded', 'failed', 'cancelled']

const runs: Omit<ListDefinition<Run>, 'columns'> = {
  table: 'job_runs',
  title: 'Jobs',
  noun: ['job', 'jobs'],
  filters: [
    {
      key: 'status',
      label: 'State',
      kind: 'choice',
      choices: STATES.map((value) => ({ value, label: value })),
    },
    { key: 'kind', label: 'Kind', kind: 'word' },
  ],
  sorts: [
    { value: 'newest', label: 'Newest first' },
    { value: 'oldest', label: 'Oldest first' },
  ],
  nameOf: ({ kind, created_at }) => `${jobName(kind)} of ${formatAsOf(created_at)}`,
  ...tableList<Run>({
    rows: () => supabase.from('job_runs').select('*'),
    counted: () => supabase.from('job_runs').select('id', { count: 'exact', head: true }),
    orders: { newest: ['created_at', false], oldest: ['created_at', true] },
  }),
  empty: 'No long work was started yet.',
}

const isUnderWay = ({ status }: Run): boolean => status === 'queued' || status === 'running'

/** Long work: who started it, how far it is, how it ended, and its log. */
export function Component() {
  const { open, linkTo, close } = useOpenRecord()
  const nameOf = useStaffNames()
  const act = useJobAction()
  useFollowed('job_runs')
  return (
    <>
      <ListView
        definition={{ ...runs, columns: columns(linkTo, nameOf) }}
        actions={(row) => {
          const action = isUnderWay(row) ? 'Cancel' : 'Run again'
          return (
            <button
              type="button"
              className={controls.link}
              aria-label={`${action}: ${runs.nameOf(row)}`}
              onClick={() => act.mutate(row)}
            >
              {action}
            </button>
          )
        }}
      />
      {open && <RunDialog id={open} onClose={close} />}
    </>
  )
}

function useJobAction() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (row: Run) =>
      unwrap(
        isUnderWay(row)
          ? await supabase.rpc('cancel_job', { run_id: row.id })
          : await supabase.rpc('retry_job', { run_id: row.id }),
      ),
    onSuccess: (_none, row) =>
      toast('success', isUnderWay(row) ? 'The job is being cancelled' : 'The job is queued again'),
    onError: (error) => toast('error', error.message),
    onSettled: () => client.invalidateQueries({ queryKey: ['job_runs'] }),
  })
}

function columns(
  linkTo: (id: string) => string,
  nameOf: (id: string | null) => string,
): ListDefinition<Run>['columns'] {
  return [
    {
      key: 'kind',
      label: 'Job',
      width: 11,
      onPhone: true,
      cell: ({ id, kind }) => (
        <Link className={controls.link} to={linkTo(id)}>
          {jobName(kind)}
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
    { key: 'progress', label: 'Done', width: 9, isNumber: true, cell: (row) => progressOf(row) },
    { key: 'phase', label: 'Phase', width: 11, cell: (row) => phaseOf(row) },
    { key: 'started_by', label: 'Who', width: 9, cell: ({ started_by }) => nameOf(started_by) },
    {
      key: 'created_at',
      label: 'Started',
      width: 9,
      sorts: ['newest', 'oldest'],
      cell: ({ created_at }) => formatAsOf(created_at),
    },
  ]
}

const progressOf = ({ done, total, refused }: Run): string =>
  `${done.toLocaleString('en-US')}${total === null ? '' : ` of ${total.toLocaleString('en-US')}`}${refused > 0 ? `, ${refused} refused` : ''}`

/** What it said last; of a run that ended no phase is left. */
const phaseOf = (row: Run): string | null => row.message ?? (isUnderWay(row) ? row.phase : null)

/** Asked so often while a run is under way. */
const LOOK_MS = 2000
/** A screen's worth of what it said last. */
const LINES = 100

function RunDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const undo = useUndo()
  const query = useQuery({
    queryKey: ['job_runs', 'one', id],
    queryFn: async ({ signal }) => {
      const [read, lines] = await Promise.all([
        supabase.from('job_runs').select('*').eq('id', id).abortSignal(signal),
        supabase
          .from('job_run_lines')
          .select('*')
          .eq('job_run_id', id)
          .order('id', { ascending: false })
          .limit(LINES)
          .abortSignal(signal),
      ])
      const run = rowOf(unwrap(read), NO_SUCH_JOB)
      const changed = isUnderWay(run)
        ? []
        : unwrap(await supabase.from('audit_log').select('id').eq('change_set', run.change_set).limit(1))
      return { run, lines: unwrap(lines).toReversed(), hasChanged: changed.length > 0 }
    },
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data.run) ? LOOK_MS : false),
  })
  const found = query.data
  return (
    <Dialog title={found ? jobName(found.run.kind) : 'Job'} open onClose={onClose}>
      {found ? (
        <>
          <p role="status">
            {found.run.status}: {progressOf(found.run)}
          </p>
          {found.run.total !== null && (
            <progress
              className={controls.progress}
              aria-label="Progress"
              value={found.run.done}
              max={Math.max(1, found.run.total)}
            />
          )}
          <p className={page.soft}>{phaseOf(found.run)}</p>
          <ol className={page.text}>
            {found.lines.map((line) => (
              <li key={line.id}>
                {formatAsOf(line.at)} {line.message}
              </li>
            ))}
          </ol>
          <p>
            <Link className={controls.link} to={`/activity?change_set=${found.run.change_set}`}>
              What it changed
            </Link>
            {found.hasChanged && (
              <>
                {' · '}
                <button type="button" className={controls.link} onClick={() => undo.ask(found.run.change_set)}>
                  Undo what it changed
                </button>
              </>
            )}
          </p>
        </>
      ) : (
        <p role={query.error ? 'alert' : 'status'}>
          {query.error ? `Error loading job: ${query.error.message}` : 'Loading...'}
        </p>
      )}
      {undo.dialog}
    </Dialog>
  )
}
