import type { Json } from '#domain/database.types.ts'
import { supabase, unwrap } from '../client.ts'

interface SaveOver<Row, Values> {
  table: string
  key: string
  /** As the form read it. */
  row: Row
  values: Values
  load: (key: string) => Promise<Row | null>
}

/**
 * Writes the columns that the form changed, unless somebody changed one of them meanwhile: then the row as it stands,
 * and nothing is written. What others saved in other columns stays.
 */
export async function saveOver<Row extends object, Values extends { [Key in keyof Values]: Json }>(
  options: SaveOver<Row, Values>,
): Promise<Row | null> {
  const { table, key, row, values, load } = options
  const read = new Map<string, unknown>(Object.entries(row))
  const changes: Record<string, Json> = {}
  for (const column in values) {
    if (JSON.stringify(values[column]) !== JSON.stringify(read.get(column))) changes[column] = values[column]
  }
  // What was read came as JSON, whatever the generated types say of columns such as intervals.
  const began: Json = JSON.parse(JSON.stringify(row))
  const result = unwrap(await supabase.rpc('save_row', { of_table: table, of_key: key, began, changes }))
  if (wasSaved(result)) return null
  const stored = await load(key)
  if (!stored) throw new Error('it was deleted while you had it open')
  return stored
}

const wasSaved = (result: Json): boolean =>
  typeof result === 'object' && result !== null && !Array.isArray(result) && result.saved === true
