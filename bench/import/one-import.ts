/** One measured run in a process of its own, so that its memory is its own: node one-import.ts stage|import URL FILE */
import pg from 'pg'
import { createNormaliser } from '../../supabase/functions/_shared/catalogue/normalise.ts'
import { openFeedFile } from '../../supabase/functions/_shared/feed-file/open.ts'
import { runImport } from '../../supabase/functions/_shared/import/run-import.ts'
import { copyIntoStage, createStage, STAGE_TABLE } from '../../supabase/functions/_shared/import/stage.ts'
import { awin } from '../../supabase/functions/_shared/networks/awin/parse.ts'
import { fileSource } from '../../supabase/functions/_shared/networks/file-source.ts'

const [what, databaseUrl, file = ''] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 })
const started = performance.now()
const rows = what === 'stage' ? await stage() : await importWhole()
const seconds = (performance.now() - started) / 1000
console.log(JSON.stringify({ seconds, rows, peakMegabytes: process.resourceUsage().maxRSS / 1024 }))
await pool.end()

/** What an import does before it compares: read, parse, normalise, COPY. */
async function stage(): Promise<number> {
  const client = await pool.connect()
  await client.query(`drop table if exists ${STAGE_TABLE}`)
  await createStage(client)
  const normalise = createNormaliser({
    linkHosts: awin.linkHosts,
    defaultCurrency: 'USD',
    allowSiteImages: false,
    onRepair: () => {},
  })
  const writer = copyIntoStage(client)
  const feed = await openFeedFile({ path: file, signal: new AbortController().signal })
  let accepted = 0
  for await (const batch of awin.parse(feed.bytes, { programmeId: null })) {
    for (const row of batch.rows) {
      const product = normalise(row)
      if (typeof product === 'string') continue
      writer.write(product, '1')
      accepted++
    }
    await writer.flush()
  }
  await writer.end()
  client.release()
  return accepted
}

async function importWhole(): Promise<number> {
  const feed = await openFeedFile({ path: file, signal: new AbortController().signal })
  const { counts } = await runImport({
    pool,
    source: fileSource(awin, feed, { programmeId: null }),
    sourceName: 'bench',
  })
  console.error(`  new ${counts.new}, changed ${counts.changed}, unchanged ${counts.unchanged}`)
  return counts.read
}
