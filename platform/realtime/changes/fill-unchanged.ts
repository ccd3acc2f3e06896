import type pg from 'pg'
import { quoteIdentifier } from '../../postgres/identifier.ts'
import type { Table } from './tables.ts'
import type { WalChange } from './wal-queue.ts'

/** A large value that did not change is not sent; the row still has it. */
export async function fillUnchanged(pool: pg.Pool, { new: row, old }: WalChange, table: Table): Promise<void> {
  if (!row) return
  const missing = table.columns.flatMap((_, index) => (row[index] === undefined ? [index] : []))
  for (const index of missing) if (old?.[index] !== undefined) row[index] = old[index]
  const unknown = missing.filter((index) => row[index] === undefined)
  if (unknown.length === 0 || table.primaryKey.length === 0) return
  const column = (index: number) => quoteIdentifier(table.columns[index]?.name ?? '')
  const matches = table.primaryKey.map(
    (index, part) => `${column(index)} = $${part + 1}::text::${table.columns[index]?.sqlType}`,
  )
  const { schema, name } = table.relation
  const { rows } = await pool.query<(string | null)[]>({
    rowMode: 'array',
    text: `select ${unknown.map((index) => `${column(index)}::text`).join(', ')}
      from ${quoteIdentifier(schema)}.${quoteIdentifier(name)} where ${matches.join(' and ')}`,
    values: table.primaryKey.map((index) => row[index]),
  })
  for (const [part, index] of unknown.entries()) row[index] = rows[0]?.[part]
}
