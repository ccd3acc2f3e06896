import { openPool } from '#platform'

export interface Health {
  /** The process is alive whatever the database does: a restart would not bring it back. */
  live(): { status: 'ok'; database: 'connected' | 'away' | 'away: its disk is full'; draining: boolean }
  /** Whether a load balancer may send visitors: database reachable, migrations applied, not stopping. */
  ready(): Promise<{ ready: boolean; reason?: string }>
  setDraining(): void
  close(): Promise<void>
}

export interface HealthOptions {
  databaseUrl: string
  /** Versions that must be in the history of the shop's migrations. */
  migrations: string[]
  /** Whether the session that hears changes is up. */
  connected(): boolean
  isDiskFull(): boolean
}

const DISK_FULL = 'away: its disk is full'

/** A load balancer asks every few seconds and gives up after a few more. */
const TIMEOUT_MS = 2_000

export function createHealth({ databaseUrl, migrations, connected, isDiskFull }: HealthOptions): Health {
  const pool = openPool({
    connectionString: databaseUrl,
    max: 1,
    application_name: 'dahlia health',
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  })
  let draining = false

  return {
    live: () => ({ status: 'ok', database: connected() ? 'connected' : isDiskFull() ? DISK_FULL : 'away', draining }),
    async ready() {
      if (draining) return { ready: false, reason: 'stopping' }
      try {
        const applied = await pool.query<{ missing: number }>(
          'select count(*)::int as missing from unnest($1::text[]) as wanted (version) where version not in (select version from supabase_migrations.schema_migrations)',
          [migrations],
        )
        if (applied.rows[0]?.missing) return { ready: false, reason: 'migrations are not applied' }
        return connected() ? { ready: true } : { ready: false, reason: 'changes of the database are not heard yet' }
      } catch {
        return {
          ready: false,
          reason: isDiskFull() ? 'the disk of the database is full' : 'the database cannot be reached',
        }
      }
    },
    setDraining() {
      draining = true
    },
    close: () => pool.end(),
  }
}
