/** What of a run decides how its feed stands. */
interface RunState {
  status: string
}

export type RowState = 'idle' | 'loading' | 'success' | 'error'

/** How a feed's row stands by its newest run (specification, B 4). A held run waits for somebody: nothing was published. */
export function rowState(run: RunState | null): RowState {
  if (!run) return 'idle'
  if (isUnderWay(run)) return 'loading'
  if (run.status === 'succeeded') return 'success'
  return run.status === 'failed' || run.status === 'held' ? 'error' : 'idle'
}

export const isUnderWay = ({ status }: RunState): boolean => status === 'queued' || status === 'running'

export const BADGES: Readonly<Record<RowState, readonly [label: string, tone?: string]>> = {
  idle: ['Ready'],
  loading: ['Running...', 'blue'],
  success: ['Success', 'green'],
  error: ['Error', 'red'],
}

const HOUR_MS = 3_600_000

/** The light of a feed: how long ago its last run was published. */
export function freshness(published: string | null, now: number): readonly [label: string, tone: string] {
  if (!published) return ['Never updated', 'red']
  const hours = (now - Date.parse(published)) / HOUR_MS
  if (hours < 24) return ['Updated in the last 24 hours', 'green']
  return hours < 48 ? ['Updated over 24 hours ago', 'amber'] : ['Updated over 48 hours ago', 'red']
}

/** When a feed starts: a time of day, or every so many minutes. */
export function timesInWords({ at_time, every_minutes }: { at_time: string | null; every_minutes: number | null }) {
  if (at_time !== null) return `Every day at ${at_time.slice(0, 5)} UTC`
  if (every_minutes === null) return 'By hand'
  if (every_minutes % 60 !== 0) return `Every ${every_minutes} minutes`
  return every_minutes === 60 ? 'Every hour' : `Every ${every_minutes / 60} hours`
}
