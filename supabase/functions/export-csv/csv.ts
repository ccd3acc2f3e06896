import { escapeLiteral, type Pool } from 'pg'
import { FORMULA_STARTS } from '#domain/csv-limits.ts'
import { Refusal } from '../_shared/http.ts'
import { copyLines } from './read-rows.ts'
import type { Ticket } from './ticket.ts'

type Wanted = Pick<Ticket, 'table' | 'filter'> & { columns?: string[] | undefined }

/** What a reader that does not read keeps in memory, about; smaller slices spend their time on the way to the database. */
const SLICE_BYTES = 2_000_000
/** Of the first slice: how long a row is, is seen then. */
const FIRST_ROWS = 200
const MOST_ROWS = 20_000

/** Which role may read the table, and the columns of the file; refuses what is not there in a sentence. */
export async function describeExport(sql: Pool, { table, filter, columns }: Wanted) {
  const { rows } = await sql.query<{ for_role: string; names: string[] }>(
    `select for_role::text, array(
       select attname::text from pg_attribute
       where attrelid = to_regclass('public.' || quote_ident(table_name)) and attnum > 0 and not attisdropped order by attnum
     ) as names
     from private.listed_tables where table_name = $1`,
    [table],
  )
  const [found] = rows
  if (!found) throw new Refusal(400, `There is no list of "${table}".`)
  const unknown = columns?.find((column) => !found.names.includes(column))
  if (unknown !== undefined) throw new Refusal(400, `There is no column "${unknown}".`)
  const twice = columns?.find((column, place) => columns.indexOf(column) !== place)
  if (twice !== undefined) throw new Refusal(400, `The column "${twice}" is named twice.`)
  await sql.query('select private.filter_sql($1, $2)', [table, JSON.stringify(filter)]).catch((error: unknown) => {
    throw new Refusal(400, error instanceof Error ? error.message : 'The filter is not understood.')
  })
  return { forRole: found.for_role, columns: columns ?? found.names }
}

/**
 * The rows in the order of their keys, some at a time: between two reads no session is held, however slowly the file is
 * read. Fulfilled with the first rows, so that what cannot be read is an error and no broken file.
 *
 * Texts that a spreadsheet would run as a formula get an apostrophe in front (OWASP, "CSV injection"), and texts that begin
 * like one of those another, so that bringing the file in again changes nothing; numbers keep their sign. All values are in quotation marks: in those, a spreadsheet that separates by semicolons ends no cell at one.
 */
export async function streamCsv(sql: Pool, wanted: Wanted): Promise<ReadableStream<Uint8Array>> {
  const parts = await partsOf(sql, wanted)
  let place: Place = { after: '', rows: FIRST_ROWS }
  const read = () => inTurn(() => readSlice(sql, parts, place))
  let slice: Slice | null = await read()
  // A byte-order mark tells spreadsheets that this is UTF-8.
  let head = `\uFEFF${wanted.columns?.map((name) => `"${name}"`).join(',')}\n`
  return new ReadableStream(
    {
      async pull(controller) {
        const now = slice ?? (await read())
        slice = null
        if (head !== '') controller.enqueue(Buffer.from(head))
        head = ''
        if (now.lines.length > 0) controller.enqueue(now.lines)
        if (now.next === null) controller.close()
        else place = now.next
      },
    },
    // Nothing is read ahead of the reader.
    { highWaterMark: 0 },
  )
}

interface Place {
  /** The last key that was read; '' for none. */
  after: string
  rows: number
}

interface Slice {
  lines: Buffer
  /** Where to go on; null for the end. */
  next: Place | null
}

/** What stands between two keys is written: rows that come or go meanwhile move no other's place. */
async function readSlice(sql: Pool, parts: Parts, { after, rows }: Place): Promise<Slice> {
  const { columns, table, where, key, type } = parts
  const begun = after === '' ? where : `${where} and ${key} > ${escapeLiteral(after)}::${type}`
  const keys = await sql.query<{ last: string; count: string }>(
    `with slice as (select ${key} as key from ${table} where ${begun} order by key limit ${rows})
     select key::text as last, count(*) over () as count from slice order by slice.key desc limit 1`,
  )
  const [found] = keys.rows
  if (!found) return { lines: Buffer.alloc(0), next: null }
  const upTo = `${key} <= ${escapeLiteral(found.last)}::${type}`
  const lines = await copyLines(
    sql,
    `select ${columns} from ${table} as held where ${begun} and ${upTo} order by held.${key}`,
  )
  const fitting = Math.floor((rows * SLICE_BYTES) / Math.max(1, lines.length))
  const isEnd = Number(found.count) < rows
  return { lines, next: isEnd ? null : { after: found.last, rows: Math.min(Math.max(1, fitting), MOST_ROWS) } }
}

/** Of the statements, quoted; COPY takes no parameters. */
interface Parts {
  columns: string
  table: string
  where: string
  key: string
  type: string
}

async function partsOf(sql: Pool, { table, filter, columns }: Wanted): Promise<Parts> {
  const { rows } = await sql.query<Parts>(
    `select format('public.%I', table_name) as table, quote_ident(key_column) as key, (
         select format_type(atttypid, atttypmod) from pg_attribute
         where attrelid = to_regclass('public.' || quote_ident(table_name)) and attname = key_column
       ) as type,
       format('(%s)', private.filter_sql(table_name, $3)) as where,
       (
         select string_agg(
           case when typcategory in ('S', 'A', 'U', 'E') then
             format('case when ascii(ltrim(%1$I::text, '''''''')) = any (%2$L) then '''''''' || %1$I::text else %1$I::text end', attname, $4::integer[])
           else format('%I::text', attname) end,
           ', ' order by position
         )
         from unnest($2::text[]) with ordinality as wanted (name, position)
         join pg_attribute on attname = wanted.name and attrelid = to_regclass('public.' || quote_ident(table_name))
         join pg_type on pg_type.oid = atttypid
       ) as columns
     from private.listed_tables where table_name = $1`,
    [table, columns, JSON.stringify(filter), [...FORMULA_STARTS].map((sign) => sign.codePointAt(0))],
  )
  const [parts] = rows
  if (!parts) throw new Refusal(400, `There is no list of "${table}".`)
  return parts
}

let turn: Promise<unknown> = Promise.resolve()

/** One export reads at a time: the sessions are few, and every function needs one. */
function inTurn<Result>(read: () => Promise<Result>): Promise<Result> {
  const result = turn.then(read)
  turn = result.catch(() => {})
  return result
}
