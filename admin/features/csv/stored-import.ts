import { useState } from 'react'
import { z } from '../../zod.ts'
import { useSession } from '../session/session-store.ts'
import { importOrder, uploaded } from './csv-queries.ts'

const stored = z.object({
  file: uploaded,
  /** The column that tells which row is meant; undefined until it was chosen. */
  match: z.string().nullish(),
  order: importOrder.nullable(),
  compared: z.string().nullable(),
  written: z.string().nullable(),
})
export type StoredImport = z.output<typeof stored>

/**
 * How far an import of this table is: stored for this tab and this person, so that a reload loses neither the meanings of the
 * columns nor the job. The rows lie on the server for two days.
 */
export function useStoredImport(table: string) {
  const { user } = useSession()
  const key = `csv ${user?.id} ${table}`
  const [state, setState] = useState<StoredImport | null>(() => read(key))
  const store = (next: StoredImport | null) => {
    setState(next)
    try {
      if (next) sessionStorage.setItem(key, JSON.stringify(next))
      else sessionStorage.removeItem(key)
    } catch {
      // Without room or leave to store it, a reload begins anew.
    }
  }
  return [state, store] as const
}

function read(key: string): StoredImport | null {
  try {
    return stored.safeParse(JSON.parse(sessionStorage.getItem(key) ?? 'null')).data ?? null
  } catch {
    return null
  }
}
