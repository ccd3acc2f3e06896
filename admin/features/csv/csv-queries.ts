import { queryOptions } from '@tanstack/react-query'
import { CSV_LIMITS, CSV_LIMITS_IN_WORDS } from '#domain/csv-limits.ts'
import { callFunction } from '../../call-function.ts'
import { rowOf, supabase, unwrap } from '../../client.ts'
import { saveFile } from '../../save-file.ts'
import { z } from '../../zod.ts'
import { NO_SUCH_JOB } from '../activity/job-name.ts'

const answered = z.object({
  upload: z.string(),
  header: z.array(z.string()),
  rows: z.number(),
  samples: z.array(z.array(z.string())),
  columns: z.array(z.object({ name: z.string(), type: z.string(), isRequired: z.boolean(), isUnique: z.boolean() })),
  mapping: z.record(z.string(), z.number()),
  warnings: z.array(z.string()),
})
/** With the file's own name. */
export const uploaded = answered.extend({ name: z.string() })
export type Uploaded = z.output<typeof uploaded>

/** Told before the upload: why the file would be refused, or null. */
export async function tooLarge(file: File): Promise<string | null> {
  const words = `A file may have ${CSV_LIMITS_IN_WORDS}`
  if (file.size > CSV_LIMITS.bytes)
    return `${words}, and this one has ${Math.ceil(file.size / 1024 / 1024)} MB. Cut it into parts.`
  const rows = countRows(await file.text())
  return rows > CSV_LIMITS.rows
    ? `${words}, and this one has ${rows.toLocaleString('en-US')} rows. Cut it into parts.`
    : null
}

/** Rows below the header; a line break within quotes begins none. */
export function countRows(text: string): number {
  let rows = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 34) isQuoted = !isQuoted
    else if (code === 10 && !isQuoted) rows += 1
  }
  return text.endsWith('\n') ? rows - 1 : rows
}

export const uploadCsv = async (table: string, file: File): Promise<Uploaded> => ({
  ...answered.parse(await callFunction(`import-csv?table=${encodeURIComponent(table)}`, file)),
  name: file.name,
})

export const importOrder = z.object({
  upload: z.string(),
  columns: z.record(z.string(), z.number()),
  match: z.string().nullable(),
  dry_run: z.boolean(),
})
export type ImportOrder = z.output<typeof importOrder>

export const startImport = async (order: ImportOrder): Promise<string> =>
  unwrap(await supabase.rpc('start_job', { kind_param: 'import-csv', args_param: { ...order } }))

const named = z.object({ line: z.number(), name: z.string() })
const result = z.object({
  ...{ new: z.number(), changed: z.number(), unchanged: z.number(), refused: z.number() },
  samples: z.object({
    new: z.array(named),
    changed: z.array(
      named.extend({ changes: z.array(z.object({ column: z.string(), before: z.string(), after: z.string() })) }),
    ),
    refused: z.array(z.object({ line: z.number(), reason: z.string() })),
    merchants: z.array(z.string()),
  }),
})
export type ImportResult = z.output<typeof result>

/** Asked so often while it is under way. */
const LOOK_MS = 1000

export const importRun = (id: string) =>
  queryOptions({
    queryKey: ['job_runs', 'import', id],
    queryFn: async ({ signal }) => {
      const rows = unwrap(await supabase.from('job_runs').select('*').eq('id', id).abortSignal(signal))
      const row = rowOf(rows, NO_SUCH_JOB)
      return { ...row, isUnderWay: row.finished_at === null, told: result.safeParse(row.result).data ?? null }
    },
    refetchInterval: ({ state }) => (state.data?.isUnderWay === false ? false : LOOK_MS),
  })

/** Saves the file of the rows that the last run refused. */
export async function saveRefusedRows(upload: string): Promise<void> {
  const text = await callFunction(`import-csv?upload=${encodeURIComponent(upload)}`, {}, 'GET')
  saveFile('refused.csv', `\uFEFF${String(text)}`, 'text/csv')
}
