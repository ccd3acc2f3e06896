import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { createGzip } from 'node:zlib'
import { FEED_FORMATS, feedLines, isFeedFormat } from '#demo/wire/feed-lines.ts'
import { zipOf } from '#demo/wire/zip.ts'

const USAGE = `Writes a realistic product feed of any size from an invented vocabulary; the same options give the same bytes.

  node scripts/make-feed.ts --out FILE [options]

  --format      ${FEED_FORMATS.join(' | ')}   (awin-csv)
  --rows        number of rows                                          (1000)
  --seed        which feed                                              (1)
  --revision    0 is the first edition, later ones move prices          (0)
  --changed     share of rows that a revision moves                     (0.12)
  --damage      share of rows with a fault                              (0)
  --untidy      entities, tags, odd prices and empty fields in a few rows
  --delimiter   comma | semicolon | pipe | tab                          (comma)
  --bom         begin with a byte order mark
  --compress    none | gzip | zip                                       (by FILE's ending)`

const DELIMITERS = new Map<string, ',' | ';' | '|' | '\t'>([
  ['comma', ','],
  ['semicolon', ';'],
  ['pipe', '|'],
  ['tab', '\t'],
])

try {
  await makeFeed(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function makeFeed(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      out: { type: 'string' },
      format: { type: 'string', default: 'awin-csv' },
      rows: { type: 'string', default: '1000' },
      seed: { type: 'string', default: '1' },
      revision: { type: 'string', default: '0' },
      changed: { type: 'string', default: '0.12' },
      damage: { type: 'string', default: '0' },
      untidy: { type: 'boolean', default: false },
      delimiter: { type: 'string', default: 'comma' },
      bom: { type: 'boolean', default: false },
      compress: { type: 'string' },
    },
  })
  const { out, format } = values
  const delimiter = DELIMITERS.get(values.delimiter)
  if (!out) throw new Error(`--out is missing.\n\n${USAGE}`)
  if (!isFeedFormat(format)) throw new Error(`--format ${format} is unknown.\n\n${USAGE}`)
  if (!delimiter) throw new Error(`--delimiter ${values.delimiter} is unknown.\n\n${USAGE}`)
  const lines = feedLines({
    format,
    rows: numberOf('rows', values.rows, { from: 0, to: 1e9 }),
    seed: numberOf('seed', values.seed, { from: 0, to: 1e6 }),
    revision: numberOf('revision', values.revision, { from: 0, to: 1000 }),
    changedShare: numberOf('changed', values.changed, { from: 0, to: 1 }),
    damageShare: numberOf('damage', values.damage, { from: 0, to: 1 }),
    untidy: values.untidy,
    delimiter,
    bom: values.bom,
  })
  const compress = values.compress ?? (out.endsWith('.gz') ? 'gzip' : out.endsWith('.zip') ? 'zip' : 'none')
  const target = createWriteStream(out)
  if (compress === 'gzip') await pipeline(Readable.from(lines), createGzip({ level: 6 }), target)
  else if (compress === 'zip') await pipeline(Readable.from(zipOf(lines, 'datafeed.csv')), target)
  else if (compress === 'none') await pipeline(Readable.from(lines), target)
  else throw new Error(`--compress ${compress} is unknown.\n\n${USAGE}`)
}

function numberOf(name: string, text: string, { from, to }: { from: number; to: number }): number {
  const value = Number(text)
  if (text.trim() === '' || !(value >= from && value <= to)) {
    throw new Error(`--${name} must be a number from ${from} to ${to}, not "${text}".`)
  }
  return value
}
