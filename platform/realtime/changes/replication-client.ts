import type pg from 'pg'
import { openClient } from '../../postgres/open-pool.ts'

/** Values come as text in these settings, whatever the database's own are. */
export function replicationClient(ownerUrl: string): pg.Client {
  const url = new URL(ownerUrl)
  url.searchParams.set('replication', 'database')
  return openClient({
    connectionString: url.href,
    application_name: 'realtime changes',
    keepAlive: true,
    options: '-c datestyle=ISO -c timezone=UTC -c intervalstyle=postgres -c extra_float_digits=1 -c bytea_output=hex',
  })
}
