import { type CsvBatch, createCsvReader } from '../../feed-file/csv.ts'
import { toUtf8 } from '../../feed-file/decode.ts'
import type { FeedBatch, NetworkAdapter, ParseOptions } from '../network.ts'
import { AWIN_CSV_COLUMNS, AWIN_REQUIRED, mapCsvRecord } from './map.ts'

export const awin: NetworkAdapter = { id: 'awin', linkHosts: ['awin1.com', 'tidd.ly'], parse: parseAwinCsv }

/** Awin's Create-a-Feed download: delimited text in any of its four delimiters. */
async function* parseAwinCsv(bytes: AsyncIterable<Uint8Array>, options: ParseOptions): AsyncGenerator<FeedBatch> {
  const reader = createCsvReader({ columns: AWIN_CSV_COLUMNS, required: AWIN_REQUIRED })
  for await (const piece of toUtf8(bytes)) yield toFeedBatch(reader.push(piece), options)
  yield toFeedBatch(reader.end(), options)
}

function toFeedBatch({ records, damaged, strayQuotes }: CsvBatch, options: ParseOptions): FeedBatch {
  const rows = new Array(records.length)
  for (let i = 0; i < records.length; i++) {
    const record = records[i]
    if (record) rows[i] = mapCsvRecord(record, options)
  }
  return { rows, rejected: damaged, repaired: strayQuotes > 0 ? { 'stray quote': strayQuotes } : {} }
}
