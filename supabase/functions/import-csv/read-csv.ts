import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { parse } from 'csv-parse'
import { CSV_LIMITS, CSV_LIMITS_IN_WORDS } from '#domain/csv-limits.ts'
import { Refusal } from '../_shared/http.ts'

export interface CsvRow {
  line: number
  cells: (string | null)[]
  damage: string | null
}

/** A few milliseconds' work: pages are rendered in between. */
const SLICE_BYTES = 16 * 1024
/** Longer than any honest row; an unclosed quote must not gather the whole file. */
const MAX_ROW_LENGTH = 1024 * 1024
const MAX_COLUMNS = 200
/** Of one line, those within quotes included: more make rows that take the processor for themselves. */
const MAX_DELIMITERS = 20_000

/** Reads a whole file; throws a Refusal that says what to do where it is no CSV with a header. */
export async function readCsv(bytes: Buffer): Promise<{ header: string[]; rows: CsvRow[] }> {
  refuseWhatIsNoText(bytes)
  const delimiter = delimiterOf(bytes)
  await refuseEndlessLines(bytes, delimiter)
  let header: string[] | null = null
  const rows: CsvRow[] = []
  for await (const { record, line } of records(bytes, delimiter)) {
    if (header === null) {
      header = readHeader(record)
      continue
    }
    if (rows.length === CSV_LIMITS.rows)
      throw new Refusal(413, `A file may have ${CSV_LIMITS_IN_WORDS}. Cut it into parts.`)
    const damage =
      record.length === header.length ? null : `has ${record.length} columns, and the first line ${header.length}`
    rows.push({ line, cells: record, damage })
  }
  if (header === null) throw new Refusal(400, 'The file is empty.')
  if (rows.length === 0) throw new Refusal(400, 'The file has a first line with names and no rows below it.')
  return { header, rows }
}

function refuseWhatIsNoText(bytes: Buffer) {
  if (bytes.length === 0) throw new Refusal(400, 'The file is empty.')
  if (bytes.includes(0)) {
    throw new Refusal(400, 'The file holds NUL characters, so it is no CSV text. Save it as "CSV UTF-8" and try again.')
  }
  if (!isUtf8(bytes)) {
    throw new Refusal(400, 'The file is not written in UTF-8. Save it as "CSV UTF-8" and try again.')
  }
}

/** The sign that cuts the first line into most names: names contain none of them. */
function delimiterOf(bytes: Buffer): string {
  const end = bytes.indexOf(10)
  const first = bytes.subarray(0, end < 0 ? bytes.length : end).toString()
  const counts = [',', ';', '\t', '|'].map((sign) => ({ sign, cuts: first.split(sign).length }))
  const { sign, cuts } = counts.reduce((best, other) => (other.cuts > best.cuts ? other : best))
  if (cuts === 1) {
    throw new Refusal(
      400,
      'Only one column was found. Put commas, semicolons, tabs or bars between the columns, and their names into the first line.',
    )
  }
  return sign
}

/** The parser counts what a row's cells hold, so it would read millions of empty ones to their end. */
async function refuseEndlessLines(bytes: Buffer, delimiter: string): Promise<void> {
  const sign = delimiter.charCodeAt(0)
  let [line, cuts] = [1, 0]
  for (let start = 0; start < bytes.length; start += MAX_ROW_LENGTH) {
    for (const byte of bytes.subarray(start, start + MAX_ROW_LENGTH)) {
      if (byte === 10) [line, cuts] = [line + 1, 0]
      else if (byte === sign && ++cuts > MAX_DELIMITERS) {
        throw new Refusal(400, `Line ${line} has more than ${MAX_DELIMITERS} columns. Correct it and try again.`)
      }
    }
    await nextTurn()
  }
}

function readHeader(record: readonly (string | null)[]): string[] {
  if (record.length > MAX_COLUMNS) throw new Refusal(400, `A file may have ${MAX_COLUMNS} columns at most.`)
  const names = record.map((name, at) => name?.trim() || `Column ${at + 1}`)
  const noName = names.find((name) => /^[-+]?[\d.,]+$|^https?:\/\//i.test(name) || name.length > 100)
  if (noName !== undefined) {
    throw new Refusal(
      400,
      `The first line must name the columns, and it holds "${noName.slice(0, 60)}". Put a line with names above it.`,
    )
  }
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw new Refusal(400, `Two columns are called "${twice}". Give one another name.`)
  return names
}

async function* records(bytes: Buffer, delimiter: string) {
  let line = 1
  const parser = parse({
    ...{ delimiter, bom: true, info: true, relax_column_count: true, relax_quotes: true },
    ...{ skip_empty_lines: true, max_record_size: MAX_ROW_LENGTH },
    // Exports write nothing for null, and "" for an empty text.
    cast: (value, { quoting }) => (value === '' && !quoting ? null : value),
  })
  try {
    for await (const { record, info } of Readable.from(slicesOf(bytes), { objectMode: false }).pipe(parser)) {
      yield { record, line }
      line = info.lines + 1
    }
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal(
      400,
      `Line ${line} cannot be read: a quote is opened there and not closed. Correct it and try again.`,
    )
  }
}

async function* slicesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    yield bytes.subarray(at, at + SLICE_BYTES)
    await nextTurn()
  }
}
