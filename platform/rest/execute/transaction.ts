import type pg from 'pg'
import { RestError } from '../rest-error.ts'
import { quote } from '../sql/expressions.ts'
import type { Statement } from '../sql/parameters.ts'
import { isOutdatedPlan, isWornOut, type Result, runBatch } from './batch.ts'

const BEGIN: Statement = { text: 'begin', values: [] }
const ROLLBACK: Statement = { text: 'rollback', values: [] }
const COMMIT: Statement = { text: 'commit', values: [] }

export interface TransactionOptions {
  pool: pg.Pool
  /** The first sets the role and the request's settings; results are those of the rest. */
  settings: Statement
  /** `db_pre_request`: a function that runs, as the caller, before the request's own statement. */
  preRequest: string | null
  statements: readonly Statement[]
  end: 'commit' | 'rollback'
  /** Looks at the rows before the end; what it throws undoes everything. Costs a second round trip. */
  check?: (results: Result[]) => void
}

/** Runs one request's statements as one transaction and returns what they answer. */
export async function runTransaction(options: TransactionOptions): Promise<Result[]> {
  const client = await options.pool.connect()
  let broken = false
  try {
    return await attempt(client, options).catch((error: unknown) => {
      // A table was altered since its columns were asked for. Nothing was done, and the text is prepared anew.
      if (isOutdatedPlan(error)) return attempt(client, options)
      throw error
    })
  } catch (error) {
    broken = !isHarmless(error)
    throw error
  } finally {
    client.release(broken || isWornOut(client))
  }
}

async function attempt(client: pg.PoolClient, options: TransactionOptions): Promise<Result[]> {
  const before = [options.settings, ...preRequest(options.preRequest)]
  if (options.check || options.end === 'rollback') return runInSteps(client, options, [BEGIN, ...before])
  return (await runBatch(client, [...before, ...options.statements])).slice(before.length)
}

function preRequest(name: string | null): Statement[] {
  if (name === null) return []
  const quoted = name.split('.').map((part) => quote(part.replace(/^"(.*)"$/, '$1')))
  return [{ text: `select ${quoted.join('.')}()`, values: [] }]
}

/** With BEGIN and its end spelt out: an error leaves the transaction open until it is rolled back. */
async function runInSteps(
  client: pg.PoolClient,
  options: TransactionOptions,
  before: readonly Statement[],
): Promise<Result[]> {
  try {
    const results = await runBatch(client, [...before, ...options.statements])
    const own = results.slice(before.length)
    options.check?.(own)
    await runBatch(client, [options.end === 'commit' ? COMMIT : ROLLBACK])
    return own
  } catch (error) {
    await runBatch(client, [ROLLBACK])
    throw error
  }
}

/** A refusal after which the session is usable. Whatever else failed, and a FATAL answer, means that it is not. */
function isHarmless(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error instanceof RestError || ('severity' in error && error.severity === 'ERROR')
}
