import type pg from 'pg'
import { invalidPreferences } from '../errors.ts'
import type { Preferences } from '../request/preferences.ts'

export interface Timezones {
  /** The zone to use, or null to ignore an unknown one; with `handling=strict` an unknown one is refused. */
  validate(preferences: Pick<Preferences, 'timezone' | 'handling'>): Promise<string | null>
}

/** Postgres reads its zones from hundreds of files, so they are asked for once, by the first request that names one. */
export function createTimezones(pool: pg.Pool): Timezones {
  let names: Promise<Set<string>> | null = null
  const load = async () => {
    const { rows } = await pool.query<{ name: string }>('select name from pg_catalog.pg_timezone_names')
    return new Set(rows.map(({ name }) => name))
  }
  return {
    async validate({ timezone, handling }) {
      if (timezone === null) return null
      names ??= load().catch((error) => {
        names = null
        throw error
      })
      if ((await names).has(timezone)) return timezone
      if (handling === 'strict') throw invalidPreferences([`timezone=${timezone}`])
      return null
    },
  }
}
