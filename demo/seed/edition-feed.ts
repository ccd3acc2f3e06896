import { Readable } from 'node:stream'
import type { OpenedFeed } from '../../supabase/functions/_shared/feed-file/open.ts'
import { type AwinCsvOptions, awinCsvHeader, awinCsvRow } from '../wire/awin-csv.ts'
import { DEMO_FEED, demoImage } from './demo-feed.ts'
import { demoOffers, productNumber } from './demo-offers.ts'
import { createRandom } from './random.ts'

/** One edition as the importer reads a file: 2 is today's, 0 the oldest. Generated, because a file of it says nothing more. */
export function editionFeed(edition: number): OpenedFeed {
  const rows = [...lines(edition)].map((line) => Buffer.from(line))
  let read = 0
  function* counted() {
    for (const row of rows) {
      read += row.length
      yield row
    }
  }
  const size = rows.reduce((sum, { length }) => sum + length, 0)
  return { bytes: Readable.from(counted()), size, position: () => read }
}

function* lines(edition: number): Generator<string> {
  const csv: AwinCsvOptions = {
    delimiter: ',',
    // The same faults in every edition: only prices tell them apart.
    untidy: createRandom(DEMO_FEED.seed + 78),
    imageUrl: (offer) => demoImage({ ...offer, index: productNumber(offer) }),
  }
  yield `${awinCsvHeader(csv)}\n`
  for (const offer of demoOffers(edition)) yield `${awinCsvRow(offer, csv)}\n`
}
