import type { Pool } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { FunctionContext } from '../_shared/context.ts'
import { Refusal } from '../_shared/http.ts'
import type { Ticket } from './ticket.ts'

type Wanted = Pick<Ticket, 'table' | 'filter'> & { columns?: string[] | undefined }

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
  await sql.query('select private.filter_sql($1, $2)', [table, JSON.stringify(filter)]).catch((error: unknown) => {
    throw new Refusal(400, error instanceof Error ? error.message : 'The filter is not understood.')
  })
  return { forRole: found.for_role, columns: columns ?? found.names }
}

/**
 * The rows as the database writes them, piece by piece: a slow reader makes the database wait. Texts that a spreadsheet
 * would run as a formula get an apostrophe in front (OWASP, "CSV injection"); numbers keep their sign.
 */
export async function streamCsv({ sql, log }: FunctionContext, { table, filter, columns }: Ticket) {
  const client = await sql.connect()
  try {
    const { rows } = await client.query<{ statement: string }>(
      `select format(
         'copy (select %s from public.%I where %s order by %I) to stdout with (format csv, header)',
         (
           select string_agg(
             case when typcategory in ('S', 'A', 'U', 'E') then format(
               'case when left(%1$I::text, 1) in (''='', ''+'', ''-'', ''@'', E''\\t'', E''\\r'') then '''''''' || %1$I::text else %1$I::text end as %1$I',
               attname)
             else quote_ident(attname) end, ', ' order by position)
           from unnest($2::text[]) with ordinality as wanted (name, position)
           join pg_attribute on attname = wanted.name and attrelid = to_regclass('public.' || quote_ident($1))
           join pg_type on pg_type.oid = atttypid
         ),
         $1::text, private.filter_sql($1, $3), key_column) as statement
       from private.audited_tables where table_name = $1`,
      [table, columns, JSON.stringify(filter)],
    )
    const copying = client.query(copyTo(rows[0]?.statement ?? ''))
    // A reader that leaves takes the session along: its statement ends with it.
    copying.once('close', () => client.release(copying.errored !== null || !copying.readableEnded))
    copying.once('error', (error) => log.warn({ err: error, table }, 'an export broke off'))
    return streamOf(withMark(copying))
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** A byte-order mark tells spreadsheets that this is UTF-8. */
async function* withMark(pieces: AsyncIterable<Buffer>) {
  yield Buffer.from('\uFEFF')
  yield* pieces
}

/** Asks for the next piece when the reader wants one, and ends the statement when the reader leaves. */
function streamOf(pieces: AsyncGenerator<Buffer>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
}
