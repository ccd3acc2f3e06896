import { useState } from 'react'
import { z } from '../../zod.ts'
import { useSession } from '../session/session-store.ts'
import { importOrder, uploaded } from './csv-queries.ts'

const kept = z.object({
  file: uploaded,
  /** The column that tells which row is meant; undefined until it was chosen. */
  match: z.string().nullish(),
  order: importOrder.nullable(),
  compared: z.string().nullable(),
  written: z.string().nullable(),
})
export type KeptImport = z.output<typeof kept>

/**
 * How far an import of this table is: kept for this tab and this person, so that a reload loses neither the meanings of the
 * columns nor the job. The rows lie on the server for two days.
 */
export function useKeptImport(table: string) {
  const { user } = useSession()
  const key = `csv ${user?.id} ${table}`
  const [state, setState] = useState<KeptImport | null>(() => read(key))
  const keep = (next: KeptImport | null) => {
    setState(next)
    try {
      if (next) sessionStorage.setItem(key, JSON.stringify(next))
      else sessionStorage.removeItem(key)
    } catch {
      // Without room or leave to keep it, a reload begins anew.
    }
  }
  return [state, keep] as const
}

function read(key: string): KeptImport | null {
  try {
    return kept.safeParse(JSON.parse(sessionStorage.getItem(key) ?? 'null')).data ?? null
  } catch {
    return null
  }
}
