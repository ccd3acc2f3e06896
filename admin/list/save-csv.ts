import { callFunction } from '../call-function.ts'
import { z } from '../zod.ts'
import type { Condition } from './condition.ts'

const signed = z.object({ url: z.url() })

/** Asks for the address of the file and follows it at once: the browser saves what it leads to, and the screen stays. */
export async function saveCsv(table: string, filter: readonly Condition[]): Promise<void> {
  const link = document.createElement('a')
  link.href = signed.parse(await callFunction('export-csv', { table, filter })).url
  link.download = ''
  document.body.append(link)
  link.click()
  link.remove()
}
