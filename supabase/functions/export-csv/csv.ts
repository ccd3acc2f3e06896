import type { Pool } from 'pg'
import { FORMULA_START } from '#domain/csv-limits.ts'
import { Refusal } from '../_shared/http.ts'
import type { Ticket } from './ticket.ts'

type Wanted = Pick<Ticket, 'table' | 'filter'> & { columns?: string[] | undefined }

/** Some hundred kilobytes: what a reader that does not read keeps in memory. */
const ROWS_AT_ONCE = 500

/** Which role may read the table, and the columns of the file; refuses what is not there in a sentence. */
export async function describeExport(sql: Pool, { table, filter, columns }: Wanted) {
  const { rows } = await sql.query<{ for_role: string; names: string[] }>(
    `select for_role::text, array(
       select attname::text from pg_attribute
       where attrelid = to_regclass('public.' || quote_ident(table_name)) and attnum > 0 and not attisdropped order by attnum
     ) as names
     from private.audited_tables where table_name = $1`,
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
 * Texts that a spreadsheet would run as a formula get an apostrophe in front (OWASP, "CSV injection"); numbers keep their
 * sign. All values are in quotation marks: in those, a spreadsheet that separates by semicolons ends no cell at one.
 */
export async function streamCsv(sql: Pool, { table, filter, columns }: Wanted): Promise<ReadableStream<Uint8Array>> {
  const statement = await writeStatement(sql, { table, filter, columns })
  const read = (after: string) => inTurn(async () => (await sql.query<Line>(statement, [after, ROWS_AT_ONCE])).rows)
  let lines: Line[] | null = await read('')
  let after = ''
  // A byte-order mark tells spreadsheets that this is UTF-8.
  let head = `\uFEFF${columns?.map((name) => `"${name}"`).join(',')}\n`
  return new ReadableStream(
    {
      async pull(controller) {
        const now = lines ?? (await read(after))
        lines = null
        const text = head + now.map(({ line }) => `${line}\n`).join('')
        head = ''
        if (text !== '') controller.enqueue(Buffer.from(text))
        after = now.at(-1)?.key ?? after
        if (now.length < ROWS_AT_ONCE) controller.close()
      },
    },
    // Nothing is read ahead of the reader.
    { highWaterMark: 0 },
  )
}

interface Line {
  key: string
  line: string
}

/** Lines after a key ($1, '' for the first ones), at most $2. */
async function writeStatement(sql: Pool, { table, filter, columns }: Wanted): Promise<string> {
  const { rows } = await sql.query<{ statement: string }>(
    `select format(
       'select %1$I::text as key, %2$s as line from public.%3$I
        where (%4$s) and ($1::text = '''' or %1$I > nullif($1, '''')::%5$s) order by %1$I limit $2',
       key_column,
       (
         select string_agg(
           format(
             'coalesce(''"'' || replace(%s, ''"'', ''""'') || ''"'', '''')',
             case when typcategory in ('S', 'A', 'U', 'E') then
               format('case when %1$I::text ~ %2$L then '''''''' || %1$I::text else %1$I::text end', attname, $4::text)
             else format('%I::text', attname) end
           ), ' || '','' || ' order by position)
         from unnest($2::text[]) with ordinality as wanted (name, position)
         join pg_attribute on attname = wanted.name and attrelid = to_regclass('public.' || quote_ident($1))
         join pg_type on pg_type.oid = atttypid
       ),
       $1::text, private.filter_sql($1, $3), private.key_type(rules)) as statement
     from private.audited_tables as rules where table_name = $1`,
    [table, columns, JSON.stringify(filter), FORMULA_START.source],
  )
  return rows[0]?.statement ?? ''
}

let turn: Promise<unknown> = Promise.resolve()

/** One export reads at a time: the sessions are few, and every function needs one. */
function inTurn<Result>(read: () => Promise<Result>): Promise<Result> {
  const result = turn.then(read)
  turn = result.catch(() => {})
  return result
}
