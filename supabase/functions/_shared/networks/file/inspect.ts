import { parseMoney } from '../../catalogue/money.ts'
import { webAddress } from '../../catalogue/web-address.ts'
import { feedErrors } from '../../errors.ts'
import { readHeader } from '../../feed-file/csv.ts'
import { toUtf8 } from '../../feed-file/decode.ts'
import { type FileField, type FileMapping, guessFileMapping, missingFields } from './mapping.ts'
import { type FileFormat, type FileRecord, formatOf, readRecords, withFullStart } from './read-records.ts'

export interface FileInspection {
  format: FileFormat
  columns: string[]
  /** What the columns seem to mean. */
  mapping: FileMapping
  /** Fields that every product needs and no column seems to hold. */
  missing: FileField[]
  /** The first rows, by column. */
  samples: Record<string, string>[]
  /** How many of the rows that were tried hold a price, and a link, that can be read. */
  tried: { rows: number; prices: number; links: number }
}

const SAMPLES = 5
const TRIED = 100
const SHOWN_CHARACTERS = 200

/** The beginning of a merchant's file, and what a mapping makes of it; without one it is guessed. */
export async function inspectFile(
  open: () => Promise<AsyncIterable<Uint8Array>>,
  given: FileMapping | null = null,
): Promise<FileInspection> {
  const header = await headerOf(await open())
  const records: FileRecord[] = []
  let format: FileFormat = 'csv'
  for await (const batch of readRecords(await open(), header)) {
    format = batch.format
    records.push(...batch.records)
    if (records.length >= TRIED) break
  }
  if (records.length === 0) throw feedErrors.noRecords()
  const tried = records.slice(0, TRIED)
  const columns = format === 'csv' ? header : [...new Set(tried.flatMap((record) => record.columns()))]
  const mapping = given ?? guessFileMapping(columns)
  const holds = (field: FileField, isGood: (text: string) => boolean) => {
    const column = mapping[field]
    return column === undefined ? 0 : tried.filter((record) => isGood(record.field(column))).length
  }
  return {
    ...{ format, columns, mapping, missing: missingFields(mapping) },
    samples: tried
      .slice(0, SAMPLES)
      .map((record) =>
        Object.fromEntries(columns.map((column) => [column, record.field(column).slice(0, SHOWN_CHARACTERS)])),
      ),
    tried: {
      rows: tried.length,
      prices: holds('price', (text) => parseMoney(text) !== null),
      links: holds('affiliate_link', (text) => webAddress(text) !== null),
    },
  }
}

/** Names of a table's columns; none where the file is none. */
async function headerOf(bytes: AsyncIterable<Uint8Array>): Promise<string[]> {
  for await (const piece of withFullStart(toUtf8(bytes))) {
    const text = piece.toString()
    if (formatOf(text) !== 'csv') return []
    return readHeader(text.split('\n', 1)[0] ?? '').names.filter((name) => name !== '')
  }
  throw feedErrors.emptyFile()
}
