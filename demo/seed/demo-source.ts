import type pg from 'pg'
import { awin } from '../../supabase/functions/_shared/networks/awin/parse.ts'
import { fileSource } from '../../supabase/functions/_shared/networks/file-source.ts'
import type { Source } from '../../supabase/functions/_shared/networks/network.ts'
import { MERCHANTS, RESELLERS } from '../vocabulary/merchants.ts'
import { DEMO_FEED } from './demo-feed.ts'
import { editionFeed } from './edition-feed.ts'

/** The newest edition of the demo's list, as its invented shops would publish it again today. */
export const demoSource = (): Source =>
  fileSource(awin, editionFeed(DEMO_FEED.editions.length - 1), { programmeId: null })

/** Whether the shop still shows anything of the demo: one whose products an operator took away does not come back. */
export async function showsDemo(pool: Pick<pg.Pool, 'query'>): Promise<boolean> {
  const { rows } = await pool.query<{ shown: boolean }>(
    `select exists (
       select from public.programmes
       join public.feeds on feeds.programme_id = programmes.id
       join public.products on products.feed_id = feeds.id
       where programmes.network_id = 'awin' and programmes.external_id = any ($1) and products.delisted_at is null
     ) as shown`,
    [[...MERCHANTS, ...RESELLERS].map(({ programmeId }) => programmeId)],
  )
  return rows[0]?.shown ?? false
}
