/** Writes the committed demo feeds: `node demo/write-feeds.ts`. */
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { DEMO_FEED, demoPicture, editionFile } from './seed/demo-feed.ts'
import { demoOffers, productNumber } from './seed/demo-offers.ts'
import { createRandom } from './seed/random.ts'
import { type AwinCsvOptions, awinCsvHeader, awinCsvRow } from './wire/awin-csv.ts'

for (const [edition, { file }] of DEMO_FEED.editions.entries()) {
  const gzip = createGzip({ level: 9 })
  await pipeline(Readable.from(lines(edition)), gzip, createWriteStream(editionFile(file)))
}

function* lines(edition: number): Generator<string> {
  const csv: AwinCsvOptions = {
    delimiter: ',',
    // The same faults in every edition: only prices tell them apart.
    untidy: createRandom(DEMO_FEED.seed + 78),
    imageUrl: (offer) => demoPicture({ ...offer, index: productNumber(offer) }),
  }
  yield `${awinCsvHeader(csv)}\n`
  for (const offer of demoOffers(edition)) yield `${awinCsvRow(offer, csv)}\n`
}
