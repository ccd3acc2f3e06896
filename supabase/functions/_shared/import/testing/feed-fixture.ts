import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type pg from 'pg'
import { openFeedFile } from '../../feed-file/open.ts'
import { awin } from '../../networks/awin/parse.ts'
import { fileSource } from '../../networks/file-source.ts'
import type { FeedBatch, FeedRow, Source } from '../../networks/network.ts'
import { type ImportOptions, runImport } from '../run-import.ts'

export interface FixtureRow {
  id: string
  name?: string
  price?: string
  merchant?: string
  merchantId?: string
  feed?: string
  category?: string
  delivery?: string
}

const HEADER =
  'aw_deep_link,product_name,merchant_product_id,search_price,currency,merchant_name,merchant_id,data_feed_id,merchant_category,delivery_cost'

export function feedText(rows: readonly FixtureRow[]): string {
  const lines = rows.map(
    ({
      id,
      name = `Vase ${id}`,
      price = '10.00',
      merchant = 'Loam',
      merchantId = '7',
      feed = '1',
      category = 'Home > Vases',
      delivery = '',
    }) =>
      [
        'https://www.awin1.com/pclick.php?p=1',
        `"${name}"`,
        id,
        price,
        'USD',
        merchant,
        merchantId,
        feed,
        category,
        delivery,
      ].join(','),
  )
  return `${HEADER}\n${lines.join('\n')}\n`
}

export const rowsNamed = (count: number): FixtureRow[] => Array.from({ length: count }, (_, i) => ({ id: `P${i + 1}` }))

/** Imports a text or bytes as a file of this test's own. */
export async function importFeed(pool: pg.Pool, content: string | Buffer, options: Partial<ImportOptions> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'dahlia-import-test-'))
  try {
    const path = join(folder, 'feed')
    await writeFile(path, content)
    const signal = options.signal ?? new AbortController().signal
    const feed = await openFeedFile({ path, signal })
    return await runImport({
      pool,
      source: fileSource(awin, feed, { programmeId: null }),
      sourceName: 'test feed',
      ...options,
      signal,
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export const gzipped = (text: string) => gzipSync(text)

/** Everything a visitor could see of the catalogue, to tell whether anything changed. */
export async function catalogue(pool: pg.Pool) {
  const { rows } = await pool.query<{ external_id: string; product_name: string; price: string }>(
    `select external_id, product_name, price, xmin::text, ctid::text, updated_at, delisted_at
     from public.products order by feed_id, external_id`,
  )
  return rows
}

/** The definitions of the indexes that an import may take away for a while. */
export async function indexesOf(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ definition: string }>(
    `select indexdef as definition from pg_indexes
     where tablename in ('products', 'product_documents', 'product_texts') and schemaname in ('public', 'private')
     order by indexname`,
  )
  return rows.map(({ definition }) => definition)
}

/** A row as a network's adapter gives it. */
export const rowNamed = (id: string, feedId: string): FeedRow => ({
  line: 1,
  programmeId: '7',
  merchantName: 'Loam',
  feedId,
  externalId: id,
  name: `Vase ${id}`,
  description: '',
  price: '10.00',
  otherPrice: '',
  currency: 'USD',
  listPrice: '',
  deliveryCost: '',
  link: 'https://www.awin1.com/pclick.php?p=1',
  merchantPage: '',
  image: '',
  brand: '',
  gtin: '',
  availability: 'unknown',
  category: 'Home > Vases',
  colour: '',
  size: '',
  group: '',
  raw: id,
})

/** A source that tells exactly this. */
export const sourceOf = (batches: readonly Partial<FeedBatch>[]): Source => ({
  id: 'awin',
  linkHosts: awin.linkHosts,
  position: () => 0,
  async *read() {
    for (const batch of batches) yield { rows: [], rejected: [], repaired: {}, ...batch }
  },
})
