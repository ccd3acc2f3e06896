import { useMutation } from '@tanstack/react-query'
import { toast } from '#design/toasts.ts'
import * as controls from '../ui/controls.module.css'
import type { Condition } from './condition.ts'

interface ExportCsvProps {
  table: string
  /** Null where they cannot be said exactly. */
  conditions: readonly Condition[] | null
}

/** Saves the rows that the filters show, all columns of them, from an address that is good for one download. */
export function ExportCsv({ table, conditions }: ExportCsvProps) {
  const start = useMutation({
    mutationFn: async (filter: readonly Condition[]) => (await import('./save-csv.ts')).saveCsv(table, filter),
    onError: (error) => toast('error', `Failed to export: ${error.message}`),
  })
  return (
    <button
      type="button"
      className={controls.link}
      disabled={start.isPending}
      onClick={() =>
        conditions
          ? start.mutate(conditions)
          : toast('error', 'A search by words is not exported: it finds the first thousand only. Use filters instead.')
      }
    >
      Export CSV
    </button>
  )
}
