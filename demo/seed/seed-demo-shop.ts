import type pg from 'pg'
import { ensureDefaultContent } from '../../supabase/functions/_shared/content/ensure-default-content.ts'
import { runImport } from '../../supabase/functions/_shared/import/run-import.ts'
import { awin } from '../../supabase/functions/_shared/networks/awin/parse.ts'
import { fileSource } from '../../supabase/functions/_shared/networks/file-source.ts'
import { MERCHANTS, RESELLERS, SILENT_ABOUT_PRICES } from '../vocabulary/merchants.ts'
import { DEMO_FEED } from './demo-feed.ts'
import { dateBack, spreadArrivals } from './demo-history.ts'
import { editionFeed } from './edition-feed.ts'
import { seedContent } from './seed-content.ts'

export interface SeedOptions {
  /** Sessions of the database's owner. */
  pool: pg.Pool
  signal?: AbortSignal
}

/**
 * Fills an empty shop: content, then some 800 offers through the importer that every feed goes through, in three editions
 * that give them a history. A shop that has products, or ever had a whole import, is left as it is, so an operator who
 * removes the demo does not get it back; a first start that was killed in the middle is made good by the next.
 */
export async function seedDemoShop({ pool, signal = new AbortController().signal }: SeedOptions): Promise<boolean> {
  const started = await editionStarts(pool)
  const last = DEMO_FEED.editions.at(-1)?.name ?? ''
  if (started.has(last) || (started.size === 0 && (await isInUse(pool)))) return false
  const client = await pool.connect()
  try {
    await seedContent(client)
  } finally {
    client.release()
  }
  for (const [index, edition] of DEMO_FEED.editions.entries()) {
    if (!started.has(edition.name)) {
      const source = fileSource(awin, editionFeed(index), { programmeId: null })
      await runImport({ pool, source, sourceName: edition.name, allowSiteImages: true, signal })
      if (index === 0) await tellTerms(pool)
    }
    const begun = (await editionStarts(pool)).get(edition.name)
    if (begun) await dateBack(pool, { ...edition, begun })
  }
  await spreadArrivals(pool)
  await ensureDefaultContent(pool, { warn: () => {} })
  return true
}

/** When each finished edition was read. */
async function editionStarts(pool: pg.Pool): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await pool.query<{ name: string; begun: Date }>(
    `select source_name as name, min(started_at) as begun
     from public.feed_runs
     where status = 'succeeded' and source_name = any ($1)
     group by source_name`,
    [DEMO_FEED.editions.map(({ name }) => name)],
  )
  return new Map(rows.map(({ name, begun }) => [name, begun]))
}

async function isInUse(pool: pg.Pool): Promise<boolean> {
  const known = await pool.query(
    `select from public.products union all select from public.feed_runs where status = 'succeeded' limit 1`,
  )
  return Boolean(known.rowCount)
}

/** What an operator would enter after reading the invented shops' terms: most allow their prices' history, and alerts of it. */
async function tellTerms(pool: pg.Pool) {
  const names = [...MERCHANTS, ...RESELLERS].map(({ name }) => name)
  await pool.query(
    `update public.merchants
     set may_store_image = true, may_email = true,
       may_show_history = not name = any ($2), may_alert = not name = any ($2)
     where name = any ($1)`,
    [names, [...SILENT_ABOUT_PRICES]],
  )
}
