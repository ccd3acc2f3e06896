import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { parse } from 'csv-parse'
import { bodyTooLarge, invalidBody } from '../errors.ts'

/** A few milliseconds' work: other requests have their turn in between. */
const SLICE_BYTES = 16 * 1024
/** Text is made to bytes when this much of it has gathered. */
const PART_LENGTH = 256 * 1024

/** CSV with a header line as a JSON array of objects; an unquoted NULL is null. */
export async function csvToJson(bytes: Buffer, maxJsonBytes: number): Promise<{ json: Buffer; keys: string[] }> {
  const writer = new RowWriter(maxJsonBytes)
  for await (const line of records(bytes)) writer.add(line)
  return writer.finish()
}

async function* records(bytes: Buffer): AsyncGenerator<string[]> {
  const slices = Readable.from(slicesOf(bytes), { objectMode: false })
  const parser = parse({ relax_column_count: true, skip_empty_lines: true, bom: true })
  try {
    for await (const record of slices.pipe(parser)) yield record
  } catch {
    throw invalidBody('Empty or invalid CSV: check the quotes')
  }
}

async function* slicesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    yield bytes.subarray(at, at + SLICE_BYTES)
    await nextTurn()
  }
}

/** Repeats the column names in every row, so it counts what it makes: a long header is more than the lines below. */
class RowWriter {
  private readonly maxBytes: number
  private keys: string[] | null = null
  private prefixes: string[] = []
  private readonly parts: Buffer[] = []
  private size = 0
  private text = '['
  private rows = 0

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes
  }

  add(line: readonly string[]): void {
    if (this.keys === null) {
      this.keys = [...line]
      this.prefixes = line.map((name, at) => `${at === 0 ? '' : ','}${JSON.stringify(name)}:`)
      return
    }
    if (line.length !== this.keys.length) throw invalidBody('All lines must have same number of fields')
    let row = this.rows === 0 ? '{' : ',{'
    for (const [at, value] of line.entries()) {
      row += `${this.prefixes[at]}${value === 'NULL' ? 'null' : JSON.stringify(value)}`
    }
    this.text += `${row}}`
    this.rows += 1
    if (this.text.length >= PART_LENGTH) this.flush()
  }

  finish(): { json: Buffer; keys: string[] } {
    if (this.keys === null) throw invalidBody('Empty or invalid CSV: the first line must name the columns')
    this.text += ']'
    this.flush()
    return { json: Buffer.concat(this.parts, this.size), keys: [...new Set(this.keys)] }
  }

  private flush(): void {
    const part = Buffer.from(this.text)
    this.text = ''
    this.size += part.length
    if (this.size > this.maxBytes) throw bodyTooLarge(this.maxBytes)
    this.parts.push(part)
  }
}
