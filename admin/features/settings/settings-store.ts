import type { Json } from '#domain/database.types.ts'
import { supabase, unwrap } from '../../client.ts'

type Settings = Record<string, Json>

/** The settings of these names; one without a row has its default. */
export async function readSettings<Held extends Settings>(defaults: Held): Promise<Held> {
  const rows = unwrap(await supabase.from('site_settings').select('key, value').in('key', Object.keys(defaults)))
  return { ...defaults, ...Object.fromEntries(rows.map(({ key, value }) => [key, value])) }
}

/**
 * Saves setting by setting what differs from what the form began with. Where somebody changed one of them meanwhile that one is
 * left, and all are returned as they stand. A setting with its default, or emptied, has no row.
 */
export async function saveSettings<Held extends Settings>(
  defaults: Held,
  values: Readonly<Settings>,
  began: Readonly<Settings>,
): Promise<Held | null> {
  let isConflict = false
  const now: Settings = await readSettings(defaults)
  for (const key of Object.keys(defaults)) {
    const value = values[key] ?? null
    if (isSame(value, began[key])) continue
    if (!isSame(now[key], began[key]) && !isSame(now[key], value)) isConflict = true
    else if (value === '' || value === null || isSame(value, defaults[key])) {
      unwrap(await supabase.from('site_settings').delete().eq('key', key))
    } else isConflict = !(await saveOne(key, value, began[key] ?? null)) || isConflict
  }
  return isConflict ? await readSettings(defaults) : null
}

/** Whether it was saved, and not changed by somebody else in between. */
async function saveOne(key: string, value: Json, began: Json): Promise<boolean> {
  const saved = unwrap(
    await supabase.rpc('save_row', {
      ...{ of_table: 'site_settings', of_key: key },
      ...{ began: { value: began }, changes: { value } },
    }),
  )
  return typeof saved === 'object' && saved !== null && !Array.isArray(saved) && saved.saved === true
}

const isSame = (one: Json | undefined, other: Json | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
