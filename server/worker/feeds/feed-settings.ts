import type pg from 'pg'
import type { Values } from '../../../supabase/functions/_shared/networks/credentials.ts'
import { KNOWN_NETWORKS } from '../../../supabase/functions/_shared/networks/known-networks.ts'
import { credentialValues } from '../../../supabase/functions/_shared/networks/sealed-values.ts'

export interface FeedSettings {
  /** The operator's settings, credentials among them. */
  settings: Values
  /** The shop's secret key, which opens credentials that an admin stored; without it those of the settings are all. */
  secret?: string
}

/** The settings with what an admin stored for the kind's network. Throws a FeedError for what can no longer be opened. */
export async function feedSettings(kind: string, { settings, secret }: FeedSettings, pool: pg.Pool): Promise<Values> {
  const network = Object.entries(KNOWN_NETWORKS).find(([id]) => kind === id || kind.startsWith(`${id}-`))?.[1]
  if (!network || secret === undefined) return settings
  const names = network.credentials.map(({ name }) => name)
  return { ...settings, ...(await credentialValues(pool, { environment: settings, secret, names })) }
}
