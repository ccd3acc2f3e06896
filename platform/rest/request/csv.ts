import { parse } from 'csv-parse/sync'
import { invalidBody } from '../errors.ts'

/** CSV with a header line as objects; an unquoted NULL is null. */
export function parseCsv(text: string): Record<string, string | null>[] {
  const rows = readRows(text)
  const [header, ...lines] = rows
  if (!header) throw invalidBody('Empty or invalid CSV: the first line must name the columns')
  return lines.map((line) => {
    if (line.length !== header.length) throw invalidBody('All lines must have same number of fields')
    return Object.fromEntries(header.map((name, at) => [name, line[at] === 'NULL' ? null : (line[at] ?? null)]))
  })
}

function readRows(text: string): string[][] {
  try {
    return parse(text, { relax_column_count: true, skip_empty_lines: true, bom: true })
  } catch {
    throw invalidBody('Empty or invalid CSV: check the quotes')
  }
}
