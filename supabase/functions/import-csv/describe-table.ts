import type { Pool } from 'pg'
import { guessColumn } from '../_shared/guess-column.ts'
import { Refusal } from '../_shared/http.ts'

export interface TableColumn {
  name: string
  type: string
  /** A new row must have a value for it. */
  isRequired: boolean
  /** Tells rows apart: a row of the file can be found by it. */
  isUnique: boolean
}

/** The columns that a file can fill, without those that the database writes, and which role may. */
export async function describeTable(sql: Pool, table: string) {
  const { rows } = await sql.query<{ for_role: 'editor' | 'admin'; columns: TableColumn[] }>(
    `select for_role::text, (
       select jsonb_agg(jsonb_build_object(
         'name', attname,
         'type', format_type(atttypid, atttypmod),
         'isRequired', attnotnull and not atthasdef and attidentity = '',
         'isUnique', exists (
           select from pg_index
           where indrelid = attrelid and indisunique and indnkeyatts = 1 and indkey[0] = attnum and indpred is null
         )
       ) order by attnum)
       from pg_attribute
       where attrelid = to_regclass('public.' || quote_ident(table_name)) and attnum > 0 and not attisdropped
         and attgenerated = '' and attname <> all (ignored_columns)
     ) as columns
     from private.audited_tables where table_name = $1 and takes_csv`,
    [table],
  )
  const [found] = rows
  if (!found) throw new Refusal(400, `No CSV can be brought into "${table}".`)
  return { forRole: found.for_role, columns: found.columns }
}

/** For each column of the table the place of the file's column that means it, where one does. */
export function guessMapping(header: readonly string[], columns: readonly TableColumn[]): Record<string, number> {
  const names = new Set(columns.map(({ name }) => name))
  const guessed: Record<string, number> = {}
  for (const [at, title] of header.entries()) {
    const name = guessColumn(title, names)
    if (name !== null) guessed[name] ??= at
  }
  return guessed
}
