import type pg from 'pg'
import { z } from 'zod'
import { type Job, JobError, type JobKind } from '../job.ts'
import { aloneOnProducts } from '../products-lock.ts'
import { reasonOf } from '../reason-of.ts'
import { refusalsIn, refusalsLine, withRefusal } from '../refused-rows.ts'

const input = z.object({
  table: z.string(),
  /** As private.filter_sql understands it: [{column, op, value}]. */
  filter: z.array(z.object({ column: z.string(), op: z.string(), value: z.unknown().optional() })),
  /** New values by column. */
  changes: z
    .record(z.string(), z.unknown())
    .refine((changes) => Object.keys(changes).length > 0, 'Say what to change.'),
})
type Input = z.output<typeof input>
const reached = z.object({ after: z.string() }).nullable()

/** Each line of the log of changes holds the new values, for thirty days at least: a short word for a million rows, or a page's text for a thousand. */
const MOST_LOGGED_BYTES = 50_000_000

/** Rows that are found together: without an index for the filter, finding a few takes as long as finding all. */
const FOUND_TOGETHER = 20_000
/** Rows of a transaction: some hundred milliseconds, in which other writers of these rows wait. */
const SLICE = 500

/**
 * Changes every row that a filter means, in slices by the row's key, so that none holds others up for long and a cancelled
 * or killed run ends between two. Rows that a slice refuses are tried one by one, and those
 * refused are told with the reason in one line, however the run ends.
 */
export const bulkChange: JobKind = {
  name: 'bulk-change',
  async run(args, job) {
    const { success, data, error } = input.safeParse(args)
    if (!success) throw new JobError(error.issues[0]?.message ?? 'The job was not understood.')
    await aloneOnProducts(job, async () => {
      const statements = await prepare(job, data)
      let after = reached.parse(job.checkpoint)?.after ?? ''
      let refusals = refusalsIn(job.checkpoint)
      job.sayAtEnd(() => refusalsLine(refusals))
      for (;;) {
        const step = await job.step(async (client) => {
          const found = await statements.next(client, after)
          const rows = await statements.stillMeant(client, found)
          const { refused, done } = await changeSlice({ client, job, statements, rows })
          const checkpoint = { after: found.at(-1)?.key ?? after, refusals: refused.reduce(withRefusal, refusals) }
          return { done, refused: refused.length, checkpoint, isEnd: found.length === 0 }
        })
        if (step.isEnd) return
        ;({ after, refusals } = step.checkpoint)
      }
    })
    return undefined
  },
}

/** A row by its key, and by what people call it. */
interface Row {
  key: string
  name: string
}

interface Statements {
  /** A slice of those that the filter means, after a key; none is the end. */
  next(client: pg.PoolClient, after: string): Promise<Row[]>
  /** Those of a slice that it means now: they may have been found a minute ago. */
  stillMeant(client: pg.PoolClient, rows: readonly Row[]): Promise<Row[]>
  change(client: pg.PoolClient, keys: readonly string[]): Promise<number>
}

/** Checks names once, with the rights of whoever started the job, and says how many rows it will be. */
async function prepare(job: Job, { table, filter, changes }: Input): Promise<Statements> {
  let parts: { where: string; key: string; name: string; type: string; columns: string[]; sets: string } | undefined
  job.report({ phase: 'Counting' })
  await job.step(async (client) => {
    const { rows: rules } = await client.query<{ for_role: string; may: boolean }>(
      `select for_role::text, current_user = 'service_role' or private.has_role(for_role) as may
       from private.audited_tables where table_name = $1`,
      [table],
    )
    const [rule] = rules
    if (!rule) throw new JobError(`There is no list of "${table}".`)
    // Roles, settings, people: one slip in many of them shuts everybody out, and each has its own way with its own questions.
    if (rule.for_role === 'admin') throw new JobError(`Rows of "${table}" are changed one by one.`)
    if (!rule.may) throw new JobError(`You may not change "${table}". Ask somebody with the role ${rule.for_role}.`)
    const { rows } = await client
      .query(
        `select private.filter_sql($1, $2) as where, quote_ident(rules.key_column) as key,
           quote_ident(coalesce(rules.name_column, rules.key_column)) as name, private.key_type(rules) as type,
           -- Not those that the shop itself writes.
           array(select attname::text from pg_attribute
             where attrelid = ('public.' || quote_ident($1))::regclass and attnum > 0 and not attisdropped
               and attname <> rules.key_column and has_column_privilege(attrelid, attnum, 'update')) as columns,
           (select string_agg(format('%1$I = wanted.%1$I', key), ', ') from jsonb_object_keys($3) as key) as sets,
           public.count_matching($1, $2) as total
         from private.audited_tables as rules where table_name = $1`,
        [table, JSON.stringify(filter), changes],
      )
      .catch((error: unknown) => {
        throw new JobError(error instanceof Error ? error.message : String(error), { cause: error })
      })
    parts = rows[0]
    const before = reached.parse(job.checkpoint)
    const logged = Buffer.byteLength(JSON.stringify(changes)) * Number(rows[0]?.total ?? 0)
    if (logged > MOST_LOGGED_BYTES) {
      throw new JobError('This is too much text for so many rows. Choose fewer rows, or write less.')
    }
    // A run that goes on keeps the number that it began with.
    return before ? { checkpoint: before } : { checkpoint: { after: '' }, total: Number(rows[0]?.total ?? 0) }
  })
  if (!parts) throw new Error(`The table ${table} was not described.`)
  const { where, key, name, type, columns, sets } = parts
  const unknown = Object.keys(changes).find((column) => !columns.includes(column))
  if (unknown !== undefined) throw new JobError(`There is no column "${unknown}" to change.`)
  job.report({ phase: 'Changing' })
  let found: Row[] = []
  let isAll = false
  return {
    async next(client, after) {
      if (found.length === 0 && !isAll) {
        const { rows } = await client.query<Row>(
          `select ${key}::text as key, coalesce(${name}::text, ${key}::text) as name from public.${table}
           where (${where}) and ($1::text = '' or ${key} > nullif($1, '')::${type}) order by ${key} limit ${FOUND_TOGETHER}`,
          [after],
        )
        isAll = rows.length < FOUND_TOGETHER
        found = rows
      }
      return found.splice(0, SLICE)
    },
    async stillMeant(client, rows) {
      const { rows: meant } = await client.query<{ key: string }>(
        `select ${key}::text as key from public.${table} where ${key} = any ($1::${type}[]) and (${where})`,
        [rows.map((row) => row.key)],
      )
      const keys = new Set(meant.map((row) => row.key))
      return rows.filter((row) => keys.has(row.key))
    },
    async change(client, keys) {
      const { rowCount } = await client.query(
        `update public.${table} as held set ${sets} from jsonb_populate_record(null::public.${table}, $1) as wanted
         where held.${key} = any ($2::${type}[])`,
        [changes, keys],
      )
      return rowCount ?? 0
    },
  }
}

interface Slice {
  client: pg.PoolClient
  job: Job
  statements: Statements
  rows: readonly Row[]
}

interface Changed {
  done: number
  refused: { name: string; reason: string }[]
}

async function changeSlice({ client, job, statements, rows }: Slice): Promise<Changed> {
  if (rows.length === 0) return { done: 0, refused: [] }
  await client.query('savepoint slice')
  try {
    const keys = rows.map(({ key }) => key)
    const done = await statements.change(client, keys)
    if (done === keys.length) return { done, refused: [] }
  } catch {
    job.signal.throwIfAborted()
  }
  // One refuses, or was seen and not changed, because the caller's rights end there.
  await client.query('rollback to savepoint slice')
  const refused: Changed['refused'] = []
  for (const { key, name } of rows) {
    job.signal.throwIfAborted()
    await client.query('savepoint one')
    try {
      if ((await statements.change(client, [key])) === 0) throw new Error('you may not change this row')
    } catch (error) {
      job.signal.throwIfAborted()
      await client.query('rollback to savepoint one')
      refused.push({ name, reason: await reasonOf(job.pool, error) })
    }
  }
  return { done: rows.length, refused }
}
