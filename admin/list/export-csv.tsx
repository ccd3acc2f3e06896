import { useMutation } from '@tanstack/react-query'
import { toast } from '#design/toasts.ts'
import { callFunction } from '../call-function.ts'
import * as controls from '../ui/controls.module.css'
import { z } from '../zod.ts'
import type { Condition } from './condition.ts'

const signed = z.object({ url: z.url() })

interface ExportCsvProps {
  table: string
  /** Null where they cannot be said exactly. */
  conditions: readonly Condition[] | null
}

/** Saves the rows that the filters show, all columns of them, from an address that is good for one download. */
export function ExportCsv({ table, conditions }: ExportCsvProps) {
  const start = useMutation({
    mutationFn: async (filter: readonly Condition[]) =>
      signed.parse(await callFunction('export-csv', { table, filter })).url,
    onSuccess: save,
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

/** A link that is followed at once: the browser saves what it leads to, and the screen stays. */
function save(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  document.body.append(link)
  link.click()
  link.remove()
}
