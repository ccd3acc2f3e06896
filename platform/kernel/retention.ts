import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from '../log.ts'

/** Rows that are deleted when nobody can have a use for them any more. Names and conditions are ours, never a visitor's. */
export interface Retained {
  /** As the table in docs/operations.md calls it. */
  what: string
  table: string
  /** Of a row that may go; $1 is the moment `days` ago. */
  condition: string
  /** 0: kept for ever. */
  days: number
  /** Rows per statement; more where a row is small and no trigger looks at it. */
  sliceRows?: number
}

/** Each statement holds its locks for a few milliseconds. */
const SLICE_ROWS = 500
/** Deleting takes half of its time at most: visitors' statements come between. */
const LEAST_PAUSE_MS = 10
const EVERY_MS = 600_000

export interface DeleteOptions {
  db: pg.Pool
  retained: readonly Retained[]
  now: Date
  log: Log
  signal?: AbortSignal
}

/** Deletes all that is due, slice by slice. Rows that somebody uses at that moment are left to the next time. */
export async function deleteOld({ db, retained, now, log, signal }: DeleteOptions): Promise<Record<string, number>> {
  const deleted: Record<string, number> = {}
  for (const each of retained) {
    if (each.days <= 0 || signal?.aborted) continue
    try {
      deleted[each.what] = await deleteInSlices({ db, each, now, signal })
    } catch (error) {
      // One table that cannot be cleared, such as users that a project's own table refers to, does not keep the others.
      if (!signal?.aborted) log.warn({ err: error, what: each.what }, 'what is old could not be deleted')
    }
  }
  return deleted
}

interface SliceOptions {
  db: pg.Pool
  each: Retained
  now: Date
  signal: AbortSignal | undefined
}

async function deleteInSlices({ db, each, now, signal }: SliceOptions): Promise<number> {
  const { table, condition, days, sliceRows = SLICE_ROWS } = each
  const before = new Date(now.getTime() - days * 86_400_000)
  let deleted = 0
  for (;;) {
    const began = performance.now()
    const { rowCount } = await db.query(
      `delete from ${table}
       where ctid = any(array(select ctid from ${table} where ${condition} limit ${sliceRows} for update skip locked))`,
      [before],
    )
    deleted += rowCount ?? 0
    if ((rowCount ?? 0) < sliceRows || signal?.aborted) return deleted
    await pause(Math.max(LEAST_PAUSE_MS, performance.now() - began), undefined, { signal })
  }
}

export interface RetentionOptions {
  db: pg.Pool
  retained: readonly Retained[]
  now(): Date
  log: Log
  /** Done in the same turn: what one statement per table cannot say. */
  also?(signal: AbortSignal): Promise<void>
}

/** Deletes what is due every ten minutes, in the background. Returns how to stop. */
export function startRetention({ db, retained, now, log, also }: RetentionOptions): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  let turn: Promise<unknown> | null = null
  const work = async () => {
    await deleteOld({ db, retained, now: now(), log, signal })
    await also?.(signal)
  }
  const timer = setInterval(() => {
    // The last turn may take longer than the time between two.
    turn ??= work()
      .catch((error: unknown) => signal.aborted || log.warn({ err: error }, 'what is old could not be deleted'))
      .finally(() => {
        turn = null
      })
  }, EVERY_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    stopping.abort()
    await turn
  }
}
