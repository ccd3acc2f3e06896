import { z } from 'zod'
import { FORMULA_START } from '#domain/csv-limits.ts'
import type { FunctionContext } from '../_shared/context.ts'
import { Refusal } from '../_shared/http.ts'
import { requireStaff } from '../_shared/staff.ts'

/** The rows that the last run refused, as they stood in the file, with line and reason: correct them and bring them in again. */
export async function refusedRows(ctx: FunctionContext, request: Request): Promise<Response> {
  const caller = await requireStaff(ctx, 'editor')
  const id = z.uuid().safeParse(new URL(request.url).searchParams.get('upload')).data
  const { rows: uploads } = await ctx.sql.query<{ header: string[]; table_name: string }>(
    'select header, table_name from private.csv_uploads where id = $1 and uploaded_by = $2',
    [id ?? null, caller],
  )
  const [found] = uploads
  if (!found) throw new Refusal(404, 'This file is kept for two days, for whoever uploaded it. Upload it again.')
  const { rows } = await ctx.sql.query<{ line: number; cells: (string | null)[]; refusal: string }>(
    'select line, cells, refusal from private.csv_rows where upload_id = $1 and refusal is not null order by line',
    [id],
  )
  // Damaged rows may be longer than the header: line and reason come first, so that they stand in their columns.
  const lines = [
    ['line', 'reason', ...found.header],
    ...rows.map((row) => [String(row.line), row.refusal, ...row.cells]),
  ]
  return new Response(`\uFEFF${lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')}`, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${found.table_name}-refused.csv"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  })
}

function csvCell(cell: string | null): string {
  if (cell === null) return ''
  const text = FORMULA_START.test(cell) && !Number.isFinite(Number(cell)) ? `'${cell}` : cell
  return `"${text.replaceAll('"', '""')}"`
}
