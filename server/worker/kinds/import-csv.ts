import type pg from 'pg'
import { z } from 'zod'
import { type Job, JobError, type JobKind } from '../job.ts'
import { aloneOnProducts } from '../products-lock.ts'
import { type CsvTable, describeCsvTable } from './csv-table.ts'
import { type CsvRow, type Outcome, writeRows } from './csv-write.ts'

const input = z.object({
  upload: z.uuid(),
  /** Columns of the table → places in the file's rows. */
  columns: z.record(z.string(), z.int().min(0).max(500)),
  /** The column by which a row of the file is found in the table; null adds every row. */
  match: z.string().nullable(),
  /** Does all of it, tells the difference, and takes it back. */
  dry_run: z.boolean(),
})
type Input = z.output<typeof input>

const counts = z.object({ new: z.number(), changed: z.number(), unchanged: z.number(), refused: z.number() })
const sample = z.object({ line: z.number(), name: z.string() })
const reached = z.object({
  after: z.number(),
  counts,
  samples: z.object({
    new: z.array(sample),
    changed: z.array(
      sample.extend({ changes: z.array(z.object({ column: z.string(), before: z.string(), after: z.string() })) }),
    ),
    refused: z.array(z.object({ line: z.number(), reason: z.string() })),
    /** Merchants that products are the first to name: they are added with them. */
    merchants: z.array(z.string()),
  }),
})
type Reached = z.output<typeof reached>

/** Rows of a transaction, as in a bulk change. */
const SLICE = 500
/** As many as a screen shows of each kind. */
const SAMPLES = 5
/** Of merchants more, because a misspelt one is found by reading them. */
const MOST_MERCHANTS = 50

/** Writes an uploaded CSV file's rows, or tells what that would do; refused rows stay in the upload with the reason. */
export const importCsv: JobKind = {
  name: 'import-csv',
  async run(args, job) {
    const { success, data, error } = input.safeParse(args)
    if (!success) throw new JobError(`The job was not understood: ${error.issues[0]?.message}`)
    const table = await describeCsvTable(job, data)
    const work = async () => {
      let at = job.checkpoint ? reached.parse(job.checkpoint) : await begin(job, data, table)
      job.report({ phase: data.dry_run ? 'Comparing' : 'Writing' })
      for (;;) {
        const rows = await nextRows(job.pool, data, at.after)
        if (rows.length === 0) return { table: table.name, dry_run: data.dry_run, ...at.counts, samples: at.samples }
        at = await slice({ job, data, table, rows, at })
      }
    }
    return table.name === 'products' ? aloneOnProducts(job, work) : work()
  },
}

/** Refuses what no write is needed for: damaged rows, and later rows of the file that mean the same row of the table. */
async function begin(job: Job, { upload, columns, match }: Input, table: CsvTable): Promise<Reached> {
  // Without one, rows are not compared: a place below zero would mean the last cell.
  const place = match === null ? null : (columns[match] ?? null)
  const step = await job.step(async (client) => {
    await client.query('reset role')
    await client.query(
      `with judged as (
         select line, damage,
           case when cells ->> $2::integer is not null
             then first_value(line) over (partition by cells ->> $2::integer order by line) end as first
         from private.csv_rows where upload_id = $1
       )
       update private.csv_rows as held
       set refusal = coalesce(judged.damage, case when judged.first < judged.line then
         format('has the same %s as line %s', $3::text, judged.first) end)
       from judged where held.upload_id = $1 and held.line = judged.line`,
      [upload, place, match ?? ''],
    )
    const { rows } = await client.query<{ total: number; refused: { line: number; reason: string }[] }>(
      `select count(*)::integer as total,
         coalesce(jsonb_agg(jsonb_build_object('line', line, 'reason', refusal) order by line) filter (where refusal is not null), '[]') as refused
       from private.csv_rows where upload_id = $1`,
      [upload],
    )
    const { total = 0, refused = [] } = rows[0] ?? {}
    if (total === 0) throw new JobError('The rows of this file are kept for two days. Upload it again.')
    const checkpoint: Reached = {
      after: 0,
      counts: { new: 0, changed: 0, unchanged: 0, refused: refused.length },
      samples: { new: [], changed: [], refused: refused.slice(0, SAMPLES), merchants: [] },
    }
    return { checkpoint, total, done: refused.length, refused: refused.length }
  })
  if (Object.keys(table.columns).length === 0) throw new JobError('Say which columns of the file mean what.')
  return step.checkpoint
}

async function nextRows(pool: pg.Pool, { upload }: Input, after: number): Promise<CsvRow[]> {
  const { rows } = await pool.query<CsvRow>(
    `select line, cells from private.csv_rows
     where upload_id = $1 and line > $2 and refusal is null order by line limit ${SLICE}`,
    [upload, after],
  )
  return rows
}

interface Slice {
  job: Job
  data: Input
  table: CsvTable
  rows: readonly CsvRow[]
  at: Reached
}

async function slice({ job, data, table, rows, at }: Slice): Promise<Reached> {
  const step = await job.step(async (client) => {
    if (data.dry_run) await client.query('savepoint before_rows')
    const outcomes = await writeRows({ client, job, table, rows })
    const merchants = await addedMerchants(client, table, rows)
    if (data.dry_run) await client.query('rollback to savepoint before_rows')
    await client.query('reset role')
    const refused = outcomes.filter((outcome) => outcome.kind === 'refused')
    await client.query(
      `update private.csv_rows as held set refusal = given.reason
       from jsonb_to_recordset($2) as given (line integer, reason text)
       where held.upload_id = $1 and held.line = given.line`,
      [data.upload, JSON.stringify(refused)],
    )
    return { checkpoint: added(at, outcomes, merchants), done: rows.length, refused: refused.length }
  })
  return step.checkpoint
}

/** Merchants that the rows' products made in this transaction. */
async function addedMerchants(client: pg.PoolClient, table: CsvTable, rows: readonly CsvRow[]): Promise<string[]> {
  const column = table.name === 'products' ? table.columns.merchant_name : undefined
  if (!column) return []
  const { rows: made } = await client.query<{ name: string }>(
    'select name from public.merchants where name = any ($1) and created_at = now() order by name',
    [rows.flatMap(({ cells }) => cells[column.place] ?? [])],
  )
  return made.map(({ name }) => name)
}

function added(at: Reached, outcomes: readonly Outcome[], merchants: readonly string[]): Reached {
  const { counts, samples } = structuredClone(at)
  samples.merchants = [...new Set([...samples.merchants, ...merchants])].slice(0, MOST_MERCHANTS)
  let { after } = at
  for (const outcome of outcomes) {
    after = outcome.line
    counts[outcome.kind] += 1
    const { line } = outcome
    if (outcome.kind === 'new' && samples.new.length < SAMPLES) samples.new.push({ line, name: outcome.name })
    if (outcome.kind === 'changed' && samples.changed.length < SAMPLES) {
      samples.changed.push({ line, name: outcome.name, changes: outcome.changes })
    }
    if (outcome.kind === 'refused' && samples.refused.length < SAMPLES) {
      samples.refused.push({ line, reason: outcome.reason })
    }
  }
  return { after, counts, samples }
}
