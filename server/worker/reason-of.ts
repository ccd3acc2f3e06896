import pg from 'pg'
import { columnWord } from '#domain/column-words.ts'
import { typeWord } from '#domain/type-word.ts'

const CHECK_VIOLATION = '23514'

/** Why the database refused a row. Where a check refused, the rule itself: its name tells nobody anything. */
export async function reasonOf(pool: pg.Pool, error: unknown): Promise<string> {
  if (!(error instanceof pg.DatabaseError)) return error instanceof Error ? error.message : String(error)
  if (error.code !== CHECK_VIOLATION || !error.constraint || !error.table) return refusalInWords(error)
  const { rows } = await pool.query<{ rule: string }>(
    `select pg_get_expr(conbin, conrelid, true) as rule from pg_constraint
     where conname = $1 and conrelid = ('public.' || quote_ident($2))::regclass`,
    [error.constraint, error.table],
  )
  return rows[0] ? `it must hold that ${rows[0].rule}` : error.message
}

type Refusal = Pick<pg.DatabaseError, 'message'> &
  Partial<Pick<pg.DatabaseError, 'code' | 'detail' | 'table' | 'column'>>

/** What PostgreSQL refuses of itself, in the words of the screens; its own words for what is none of these. */
export function refusalInWords({ code, message, detail = '', table = '', column = '' }: Refusal): string {
  const [, columns = '', value = ''] = /^Key \((.+?)\)=\((.*)\)/s.exec(detail) ?? []
  const words = columns.split(', ').map((name) => columnWord(table, name))
  if (code === '23502' && column) return `${columnWord(table, column)} must not be empty`
  if (code === '23505' && columns) return `another record has the same ${words.join(' and ')}: ${value}`
  if (code === '23503' && detail.includes('is not present'))
    return `${words.join(' and ')}: there is none with ${value}`
  if (code === '22003') return 'a number is too large'
  const [, type = '', given = ''] =
    /^invalid input (?:syntax|value) for (?:type|enum) ([^:]+): "(.*)"$/s.exec(message) ?? []
  const wanted = typeWord(type)
  return wanted ? `"${given}" is not ${wanted}` : message
}
