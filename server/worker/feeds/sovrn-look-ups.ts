import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import { z } from 'zod'
import { FeedError } from '../../../supabase/functions/_shared/errors.ts'
import type { SovrnLookUp } from '../../../supabase/functions/_shared/networks/sovrn/source.ts'
import type { Spool } from '../../../supabase/functions/_shared/networks/spool.ts'

/** Calls of one run. Sovrn names no quota for a new site; what is left over is asked for by the next run. */
export const SOVRN_BUDGET = 2000

const PART = 'asked-for'
const kept = z.array(z.object({ gtin: z.string() }))

interface LookUpOptions {
  pool: pg.Pool
  spool: Spool
  signal: AbortSignal
}

/**
 * GTINs of listed products: those that visitors clicked in the last four weeks first, then those whose offers were seen
 * longest ago. Kept in the spool, because its parts are told apart by their place in this list.
 */
export async function sovrnLookUps({ pool, spool, signal }: LookUpOptions): Promise<SovrnLookUp[]> {
  const path = await spool.find(PART)
  if (path) return kept.parse(JSON.parse(await readFile(path, 'utf8')))
  const { rows } = await pool.query<{ gtin: string }>(
    `with clicked as (
       select product_id, sum(count) as clicks from public.daily_events
       where name = 'outbound_click' and day > current_date - 28 and product_id is not null group by product_id
     )
     select products.gtin
     from public.products left join clicked on clicked.product_id = products.id
     where products.delisted_at is null and products.gtin is not null
     group by products.gtin
     order by sum(clicks) desc nulls last, max(products.observed_at) filter (where source = 'sovrn') nulls first, products.gtin
     limit $1`,
    [SOVRN_BUDGET],
  )
  if (rows.length === 0) {
    throw new FeedError('nothing_to_ask', 'No listed product has a GTIN that Sovrn could be asked for.')
  }
  await spool.keep(PART, [Buffer.from(JSON.stringify(rows))], signal)
  return rows
}
