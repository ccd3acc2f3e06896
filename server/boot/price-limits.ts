import type pg from 'pg'
import { type Log, openPool } from '#platform'

export interface PriceLimitsOptions {
  databaseUrl: string
  log: Log
}

/** The database hides what becomes too old within the next minute (`ahead`), so three turns may be missed. */
const EVERY_MS = 20_000
/** Prices per statement: a few hundred milliseconds, for which its rows are locked. */
const SLICE = 1000
/** After a long absence a whole feed may be due: the process opens all the same, and goes on hiding. */
const FIRST_TURN_MS = 10_000

/**
 * Takes prices off their rows before they are older than their merchant or network allows, so that nobody who asks the
 * database meets one. Resolves once those are hidden that became too old while nothing ran.
 */
export async function openPriceLimits({ databaseUrl, log }: PriceLimitsOptions): Promise<{ close(): Promise<void> }> {
  const db = openPool({ connectionString: databaseUrl, max: 1, application_name: 'dahlia price limits' })
  const stopping = new AbortController()
  let turn: Promise<unknown> | null = null
  const begin = () => {
    turn ??= keepPriceLimits(db, stopping.signal)
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) log.warn({ err: error }, 'prices that are too old could not be hidden')
      })
      .finally(() => {
        turn = null
      })
    return turn
  }
  const timer = setInterval(begin, EVERY_MS)
  timer.unref()
  const patience = Promise.withResolvers<void>()
  const bell = setTimeout(patience.resolve, FIRST_TURN_MS)
  await Promise.race([begin(), patience.promise])
  clearTimeout(bell)
  return {
    async close() {
      clearInterval(timer)
      stopping.abort()
      await turn
      await db.end()
    },
  }
}

/** Hides slice by slice until nothing is due. */
export async function keepPriceLimits(db: pg.Pool, signal?: AbortSignal): Promise<number> {
  let touched = 0
  for (;;) {
    const { rows } = await db.query<{ touched: number }>('select private.keep_price_limits($1) as touched', [SLICE])
    const [slice] = rows
    touched += slice?.touched ?? 0
    if (!slice?.touched || signal?.aborted) return touched
  }
}
