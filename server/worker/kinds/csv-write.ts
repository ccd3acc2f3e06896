import type pg from 'pg'
import { FORMULA_START } from '#domain/csv-limits.ts'
import type { Job } from '../job.ts'
import { reasonOf } from '../reason-of.ts'
import type { CsvColumn, CsvTable } from './csv-table.ts'

export interface CsvRow {
  line: number
  cells: (string | null)[]
}

export interface FieldChange {
  column: string
  before: string
  after: string
}

export type Outcome = { line: number } & (
  | { kind: 'new'; name: string }
  | { kind: 'changed'; name: string; changes: FieldChange[] }
  | { kind: 'unchanged' }
  | { kind: 'refused'; reason: string }
)

interface Writing {
  client: pg.PoolClient
  job: Job
  table: CsvTable
  rows: readonly CsvRow[]
}

/** Writes a slice as the caller; where the database refuses it, row by row, so that only the refused ones are left out. */
export async function writeRows({ client, job, table, rows }: Writing): Promise<Outcome[]> {
  await client.query('savepoint slice')
  try {
    return await writeTogether(client, table, rows)
  } catch {
    job.signal.throwIfAborted()
    await client.query('rollback to savepoint slice')
  }
  const outcomes: Outcome[] = []
  for (const row of rows) {
    job.signal.throwIfAborted()
    await client.query('savepoint one')
    try {
      outcomes.push(...(await writeTogether(client, table, [row])))
    } catch (error) {
      job.signal.throwIfAborted()
      await client.query('rollback to savepoint one')
      outcomes.push({ line: row.line, kind: 'refused', reason: await reasonOf(job.pool, error) })
    }
    await client.query('release savepoint one')
  }
  return outcomes
}

interface Compared {
  line: number
  name: string | null
  is_new: boolean
  changes: FieldChange[] | null
}

async function writeTogether(client: pg.PoolClient, table: CsvTable, rows: readonly CsvRow[]): Promise<Outcome[]> {
  const given = rows.map((row) => ({ line: row.line, values: valuesOf(row, table) }))
  const compared = await compare(client, table, given)
  const isNew = new Set(compared.filter(({ is_new }) => is_new).map(({ line }) => line))
  const isChanged = new Set(compared.filter(({ is_new, changes }) => !is_new && changes).map(({ line }) => line))
  if (
    table.givesKey &&
    compared.some(
      ({ line, is_new }) => is_new && given.find((row) => row.line === line)?.values[table.match?.column ?? ''] != null,
    )
  ) {
    throw new Error(`there is no row with this ${table.match?.column}`)
  }
  await insertRows(
    client,
    table,
    given.filter(({ line }) => isNew.has(line)).map(({ values }) => values),
  )
  await updateRows(
    client,
    table,
    given.filter(({ line }) => isChanged.has(line)).map(({ values }) => values),
  )
  return compared.map(({ line, name, is_new, changes }) => {
    if (is_new) return { line, kind: 'new', name: name ?? '' }
    return changes ? { line, kind: 'changed', name: name ?? '', changes } : { line, kind: 'unchanged' }
  })
}

type Values = Record<string, unknown>

function valuesOf({ cells }: CsvRow, { columns, match }: CsvTable): Values {
  const values: Values = {}
  for (const [name, column] of Object.entries(columns))
    values[name] = cellValue(cells[column.place] ?? null, name, column)
  if (match) values[match.column] ??= cells[match.place] ?? null
  return values
}

function cellValue(cell: string | null, name: string, { isText, isJson, isRequired }: CsvColumn): unknown {
  if (cell === null) return null
  // An export's apostrophe before what a spreadsheet would run.
  const text = cell.startsWith("'") && FORMULA_START.test(cell.replace(/^'+/, '')) ? cell.slice(1) : cell
  if (isText) return text
  if (text.trim() === '' && !isRequired) return null
  if (!isJson) return text.trim()
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${name} is not written as JSON`)
  }
}

/** Names come from the catalogue; this quotes them as Postgres does. */
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

const GIVEN = (table: CsvTable) =>
  `jsonb_to_recordset($1) as given (line integer, values jsonb)
   cross join lateral jsonb_populate_record(null::public.${quoted(table.name)}, given.values) as wanted`
const held = (table: CsvTable) =>
  table.match ? `held.${quoted(table.match.column)} = wanted.${quoted(table.match.column)}` : 'false'

/** What is new and what differs, in the columns' own types: 1.50 is 1.5. An empty cell leaves what must have a value. */
async function compare(client: pg.PoolClient, table: CsvTable, given: readonly object[]): Promise<Compared[]> {
  const optional = Object.entries(table.columns).flatMap(([name, { isRequired }]) => (isRequired ? [] : [name]))
  const name = table.nameColumn ?? table.match?.column
  const { rows } = await client.query<Compared>(
    `select given.line, held.tableoid is null as is_new,
       ${name ? `left(coalesce(held.${quoted(name)}::text, wanted.${quoted(name)}::text), 200)` : 'null'} as name,
       case when held.tableoid is not null then (
         select jsonb_agg(jsonb_build_object('column', name,
           'before', left(coalesce(to_jsonb(held) ->> name, ''), 200),
           'after', left(coalesce(to_jsonb(wanted) ->> name, ''), 200)) order by name)
         from unnest($2::text[]) as name
         where to_jsonb(wanted) -> name is distinct from to_jsonb(held) -> name
           and (to_jsonb(wanted) -> name <> 'null' or name = any ($3::text[]))
       ) end as changes
     from ${GIVEN(table)}
     left join public.${quoted(table.name)} as held on ${held(table)}
     order by given.line`,
    [JSON.stringify(given), Object.keys(table.columns), optional],
  )
  return rows
}

/** Rows that fill the same columns together; a column without a cell takes its default. */
async function insertRows(client: pg.PoolClient, table: CsvTable, rows: readonly Values[]): Promise<void> {
  const groups = new Map<string, Values[]>()
  for (const values of rows) {
    const names = Object.keys(table.columns).filter((name) => values[name] !== null)
    const columns = names.map(quoted).join(', ')
    groups.set(columns, [...(groups.get(columns) ?? []), values])
  }
  for (const [columns, group] of groups) {
    if (columns === '') throw new Error('the row is empty')
    await client.query(
      `insert into public.${quoted(table.name)} (${columns}) select ${columns.replaceAll(/(^|, )"/g, '$1wanted."')} from ${GIVEN(table)}`,
      [JSON.stringify(group.map((values) => ({ values })))],
    )
  }
}

async function updateRows(client: pg.PoolClient, table: CsvTable, rows: readonly Values[]): Promise<void> {
  if (rows.length === 0) return
  const sets = Object.entries(table.columns)
    .map(([name, { isRequired }]) => {
      const column = quoted(name)
      return `${column} = ${isRequired ? `coalesce(wanted.${column}, held.${column})` : `wanted.${column}`}`
    })
    .join(', ')
  const { rowCount } = await client.query(
    `update public.${quoted(table.name)} as held set ${sets} from ${GIVEN(table)} where ${held(table)}`,
    [JSON.stringify(rows.map((values) => ({ values })))],
  )
  if (rowCount !== rows.length) throw new Error('you may not change this row')
}
