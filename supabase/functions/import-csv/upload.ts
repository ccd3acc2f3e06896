import { CSV_LIMITS, CSV_LIMITS_IN_WORDS, FORMULA_START } from '#domain/csv-limits.ts'
import type { FunctionContext } from '../_shared/context.ts'
import { Refusal } from '../_shared/http.ts'
import { inTransaction } from '../_shared/in-transaction.ts'
import { limitRate } from '../_shared/rate-limit.ts'
import { requireStaff } from '../_shared/staff.ts'
import { describeTable, guessMapping } from './describe-table.ts'
import { type CsvRow, readCsv } from './read-csv.ts'
import { refuseTooManyRows } from './waiting-rows.ts'

/** Rows of one statement. */
const BATCH = 1000
/** More than anybody chooses by hand. */
const PER_ACCOUNT = { name: 'import', amount: 20, seconds: 300 } as const
/** What the screen shows of the file. */
const SAMPLES = 5

/** Reads the file, keeps its rows, and says what it holds and what its columns seem to mean. */
export async function upload(ctx: FunctionContext, request: Request) {
  const uploadedBy = await requireStaff(ctx, 'editor')
  const table = new URL(request.url).searchParams.get('table') ?? ''
  const { forRole, columns } = await describeTable(ctx.sql, table)
  if (forRole === 'admin') await requireStaff(ctx, 'admin')
  await limitRate(ctx, PER_ACCOUNT, uploadedBy)
  const { header, rows } = await readCsv(await readBytes(request))
  await refuseTooManyRows(ctx.sql, uploadedBy, rows.length)
  const id = await inTransaction(ctx.sql, async (client) => {
    const { rows: made } = await client.query<{ id: string }>(
      'insert into private.csv_uploads (table_name, uploaded_by, header) values ($1, $2, $3) returning id',
      [table, uploadedBy, header],
    )
    const uploadId = made[0]?.id
    for (let at = 0; at < rows.length; at += BATCH) {
      await client.query(
        `insert into private.csv_rows (upload_id, line, cells, damage)
         select $1, line, cells, damage
         from jsonb_to_recordset($2) as given (line integer, cells jsonb, damage text)`,
        [uploadId, JSON.stringify(rows.slice(at, at + BATCH))],
      )
    }
    return uploadId
  })
  return {
    upload: id,
    header,
    rows: rows.length,
    samples: rows.slice(0, SAMPLES).map(({ cells }) => cells.map((cell) => cell?.slice(0, 200) ?? '')),
    columns,
    mapping: guessMapping(header, columns),
    warnings: warningsOf(rows),
  }
}

function warningsOf(rows: readonly CsvRow[]): string[] {
  const formulas = rows.filter(({ cells }) => cells.some((cell) => cell !== null && isFormula(cell))).length
  return formulas === 0
    ? []
    : [
        `${formulas} ${formulas === 1 ? 'row begins' : 'rows begin'} a cell like a formula. It is kept as text and never run.`,
      ]
}

const isFormula = (cell: string): boolean => FORMULA_START.test(cell) && !Number.isFinite(Number(cell))

async function readBytes(request: Request): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of request.body ?? []) {
    size += piece.byteLength
    if (size > CSV_LIMITS.bytes) throw new Refusal(413, `A file may have ${CSV_LIMITS_IN_WORDS}. Cut it into parts.`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces, size)
}
