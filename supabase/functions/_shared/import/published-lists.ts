import type pg from 'pg'
import { listKey } from '../networks/network.ts'

/** The editions of a network's lists that are published, by programme and list. */
export async function publishedLists(pool: pg.Pool, networkId: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await pool.query<{ programme: string; feed: string; version: string }>(
    `select programmes.external_id as programme, feeds.external_id as feed, feeds.version
     from public.feeds
     join public.programmes on programmes.id = feeds.programme_id
     where programmes.network_id = $1 and feeds.version <> ''`,
    [networkId],
  )
  return new Map(rows.map(({ programme, feed, version }) => [listKey(programme, feed), version]))
}
