import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { openFeedFile } from '../functions/_shared/feed-file/open.ts'
import { runImport } from '../functions/_shared/import/run-import.ts'
import { awin } from '../functions/_shared/networks/awin/parse.ts'
import { DEMO_FEED } from './demo-feed.ts'
import { seedContent } from './seed-content.ts'

export interface SeedOptions {
  /** Sessions of the database's owner. */
  pool: pg.Pool
  signal?: AbortSignal
}

/**
 * Fills an empty shop: content, then some 600 products through the importer that every feed goes through. A shop that
 * has products, or ever had a whole import, is left as it is, so an operator who removes the demo does not get it back;
 * a first start that was killed in the middle is made good by the next.
 */
export async function seedDemoShop({ pool, signal = new AbortController().signal }: SeedOptions): Promise<boolean> {
  const known = await pool.query(
    `select from public.products union all select from public.feed_runs where status = 'succeeded' limit 1`,
  )
  if (known.rowCount) return false
  const client = await pool.connect()
  try {
    await seedContent(client)
  } finally {
    client.release()
  }
  const feed = await openFeedFile({ path: fileURLToPath(DEMO_FEED.file), signal })
  await runImport({ pool, network: awin, feed, sourceName: 'demo feed', allowSitePictures: true, signal })
  await spreadArrivals(pool)
  return true
}

/** As if the stock had come in over two months: lists by newest then mix kinds, and the sizes of one thing stand apart. */
async function spreadArrivals(pool: pg.Pool) {
  await pool.query(
    `update public.products
     set created_at = created_at - mod(abs(hashtext(external_id)::bigint), 60 * 24) * interval '1 hour'`,
  )
}
