import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import { z } from 'zod'
import { FeedError } from '../../../supabase/functions/_shared/errors.ts'
import { SOVRN_CLIENT, type SovrnLookUp } from '../../../supabase/functions/_shared/networks/sovrn/source.ts'
import type { Spool } from '../../../supabase/functions/_shared/networks/spool.ts'
import type { CallBudget } from './metered-fetch.ts'

/** Sovrn names no quota for a new site, and allows a hundred a second; what is left over is asked for by the next run. */
export const SOVRN_BUDGET: CallBudget = {
  ...{ network: 'sovrn', name: 'Sovrn', host: SOVRN_CLIENT.hosts[0] },
  ...{ mostADay: 2000, apartMs: 10 },
}

const PART = 'asked-for'
const kept = z.array(z.union([z.object({ gtin: z.string() }), z.object({ words: z.string() })]))

interface LookUpOptions {
  pool: pg.Pool
  spool: Spool
  signal: AbortSignal
}

/**
 * Saved searches, then GTINs of listed products: those that visitors clicked in the last four weeks first, then those whose offers were seen
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
    [SOVRN_BUDGET.mostADay],
  )
  const searches = await pool.query<{ words: string }>(
    `select words from public.saved_searches where network_id = 'sovrn' and is_on order by id`,
  )
  const lookUps = [...searches.rows, ...rows]
  if (lookUps.length === 0) {
    throw new FeedError(
      'nothing_to_ask',
      'No listed product has a GTIN that Sovrn could be asked for, and no saved search is on.',
    )
  }
  await spool.keep(PART, [Buffer.from(JSON.stringify(lookUps))], signal)
  return lookUps
}
