import type { Caller } from '../kernel/caller.ts'
import type { Log } from '../log.ts'
import type { Pools } from '../postgres/pools.ts'
import type { SchemaCacheLoader } from './schema-cache/loader.ts'
import type { Timezones } from './schema-cache/timezones.ts'

/** What every request of the service works with. */
export interface Dependencies {
  pools: Pools
  schemaCache: SchemaCacheLoader
  timezones: Timezones
  authenticate: (authorization: string | null) => Promise<Caller>
  publicUrl: string
  log: Log
}
