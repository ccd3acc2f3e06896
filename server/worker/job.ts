import type pg from 'pg'

/** A kind of long work. Its name stands in private.job_kinds too, with who may start it. */
export interface JobKind {
  name: string
  /** Does the work from where the checkpoint says. What it returns is the run's result. Throws JobError for what people can mend. */
  run(args: unknown, job: Job): Promise<object | undefined>
}

export interface Job {
  id: string
  changeSet: string
  /** What the last finished step left; null at the beginning. */
  checkpoint: unknown
  /** The owner's sessions, for reading. */
  pool: pg.Pool
  /** Aborted when the run is cancelled, or the worker stops: end soon, and throw what it throws. */
  signal: AbortSignal
  /** Shown within a second. */
  report(progress: Partial<Progress>): void
  /** A line of the run's log. */
  say(level: 'info' | 'warning' | 'error', message: string): Promise<void>
  /** A last line of the log, however the run ends; not where another worker goes on with it. Null says nothing. */
  sayAtEnd(line: () => string | null): void
  /**
   * One transaction with the rights of whoever started the job, its changes in the job's change set. What it returns is
   * committed with it, so that a run that is killed goes on after the last step and does none twice.
   */
  step<Taken extends Step>(work: (client: pg.PoolClient) => Promise<Taken>): Promise<Taken>
}

export interface Progress {
  phase: string
  done: number
  total: number | null
  refused: number
}

export interface Step {
  checkpoint: object
  /** Added to what is done and refused. */
  done?: number
  refused?: number
  /** What there is to do in all, where this step found out. */
  total?: number
}

/**
 * A failure that whoever started the job can do something about: its message says what. With the database's own error as
 * its cause, so that a lost connection is not taken for one.
 */
export class JobError extends Error {
  override name = 'JobError'
}
