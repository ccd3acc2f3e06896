import { parseArgs } from 'node:util'
import pg from 'pg'
import { onStopSignals, outageOf, SIGNAL_EXIT_CODES, watchOf } from '#platform'
import { readConfig, readEnvironment } from '../server/boot/config.ts'
import { readSecrets } from '../server/boot/secrets.ts'
import { FeedError } from '../supabase/functions/_shared/errors.ts'
import { previewSource } from '../supabase/functions/_shared/import/preview.ts'
import { runImport } from '../supabase/functions/_shared/import/run-import.ts'
import { createSelector, loadSelections } from '../supabase/functions/_shared/import/selection.ts'
import { openShopDatabase } from './command/shop-database.ts'
import { IMPORT_NETWORKS } from './importing/open-source.ts'
import { createProgress } from './importing/progress.ts'
import { previewLines, reportLines } from './importing/report.ts'
import { wantedSource } from './importing/wanted-source.ts'

const USAGE = `Imports a product feed into the shop.

  npm run import -- --network awin FILE_OR_URL [options]
  npm run import -- --network awin [options]     every list of the joined programmes that was renewed
  npm run import -- --network cj [options]       every product of the joined programmes
  npm run import -- --network file FILE_OR_URL --merchant NAME [--mapping JSON]   a merchant's own file

  --force             publish even when the run has under 80 % of the last run's rows
  --preview           say what would be taken, left out and refused, and why; nothing is published
  --merchant NAME     whose own file it is
  --mapping JSON      what its columns mean, or the path of a JSON file: {"price": "Sale price", …}; guessed without
  --address URL       the same as FILE_OR_URL
  --programme ID      the programme (advertiser id) of rows that do not name theirs
  --currency CODE     the shop's currency: offers in others are refused unless a selection allows them   (USD)

Ends with 0 when published, 2 when held back as implausible, 130 when cancelled, 1 when it failed.`

/** Exit codes; 130 is what a shell expects after Ctrl-C. */
const EXIT = { published: 0, failed: 1, held: 2, cancelled: 130 } as const

const cancel = new AbortController()
onStopSignals({ stop: () => cancel.abort(), hurry: (signal) => process.exit(SIGNAL_EXIT_CODES[signal]) })

const exitCode = await importFeed(process.argv.slice(2), cancel.signal).catch((error) => {
  console.error(sentenceOf(error))
  return error instanceof FeedError && error.code === 'cancelled' ? EXIT.cancelled : EXIT.failed
})
// Not only exitCode: the listeners for signals would keep nothing open, but a pool that lost its database may.
process.exit(exitCode)

async function importFeed(args: string[], signal: AbortSignal): Promise<number> {
  const { force, preview, currency, ...asked } = readArguments(args)
  const environment = readEnvironment(process.cwd())
  const config = readConfig(environment)
  const database = await openShopDatabase(config)
  try {
    // Its statements take minutes of a busy server, so it is not in the haste of a pool that visitors wait for.
    const { stream } = watchOf({ connectionString: database.url })
    const pool = new pg.Pool({ connectionString: database.url, stream, max: 4, application_name: 'dahlia import' })
    // The query that needs the connection reports its loss, whether the pool has it or the import.
    pool.on('error', () => {})
    pool.on('connect', (client) => client.on('error', () => {}))
    const secret = async () => (await readSecrets(config)).secretKey
    const wanted = wantedSource({ ...asked, environment, secret, pool })
    const progress = createProgress(process.stdout, wanted.size)
    try {
      const started = performance.now()
      if (preview) {
        const source = await wanted.open(signal)
        const selector = createSelector(await loadSelections(pool, source.id), currency)
        const found = await previewSource({ source, selector, currency, signal, onProgress: progress.show })
        progress.clear()
        for (const line of previewLines(found)) console.log(line)
        return EXIT.published
      }
      const result = await runImport({
        pool,
        source: wanted,
        sourceName: wanted.name,
        force,
        defaultCurrency: currency,
        signal,
        onProgress: progress.show,
      })
      progress.clear()
      for (const line of reportLines(result, (performance.now() - started) / 1000)) console.log(line)
      return result.status === 'held' ? EXIT.held : EXIT.published
    } finally {
      progress.clear()
      await wanted.discard()
      await pool.end()
    }
  } finally {
    await database.close()
  }
}

/** Ours say what to do; the database's own say only what happened. */
function sentenceOf(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error)
  // What the driver says of a connection that broke, or that the server ended.
  const isLost =
    outageOf(error) !== null ||
    /ECONN|EPIPE|[Cc]onnection (terminated|ended)|connection error|not queryable|timeout e/.test(reason)
  const isDatabase = error instanceof pg.DatabaseError || isLost
  return isDatabase ? `The database failed (${reason}). Nothing was published; import again when it is back.` : reason
}

function readArguments(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      network: { type: 'string' },
      force: { type: 'boolean', default: false },
      preview: { type: 'boolean', default: false },
      programme: { type: 'string' },
      merchant: { type: 'string' },
      mapping: { type: 'string' },
      address: { type: 'string' },
      currency: { type: 'string', default: 'USD' },
    },
  })
  const feeds = [...positionals, ...(values.address === undefined ? [] : [values.address])]
  const [feed = null] = feeds
  if (feeds.length > 1) throw new Error(`Name one feed, as a file or an address.\n\n${USAGE}`)
  const network = IMPORT_NETWORKS.find((name) => name === values.network)
  if (!network) {
    throw new Error(
      `--network ${values.network ?? 'is missing'}: the networks are ${IMPORT_NETWORKS.join(', ')}.\n\n${USAGE}`,
    )
  }
  if (!/^[A-Z]{3}$/.test(values.currency)) throw new Error('--currency takes an ISO 4217 code such as USD.')
  const { force, preview } = values
  const { currency, merchant = null, mapping = null, programme: programmeId = null } = values
  return { network, feed, force, preview, programmeId, merchant, mapping, currency }
}
