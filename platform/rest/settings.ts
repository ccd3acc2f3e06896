import type pg from 'pg'
import type { PlatformConfig } from '../config/schema.ts'
import { ROLE_SETTINGS, type SettingsRow } from './schema-cache/queries.ts'

/** PostgREST's options that a project can set: config.toml's `[api]`, overruled by the database (see below). */
export interface RestSettings {
  schemas: readonly string[]
  extraSearchPath: readonly string[]
  maxRows: number | null
  aggregatesEnabled: boolean
  planEnabled: boolean
  /** What ends a transaction, and whether `Prefer: tx=` may overrule it. */
  txEnd: 'commit' | 'commit-allow-override' | 'rollback' | 'rollback-allow-override'
  /** Function called before each request's own statement, as `schema.name` or `name`. */
  preRequest: string | null
  openapiMode: 'follow-privileges' | 'ignore-privileges' | 'disabled'
}

const TX_ENDS = ['commit', 'commit-allow-override', 'rollback', 'rollback-allow-override'] as const
const OPENAPI_MODES = ['follow-privileges', 'ignore-privileges', 'disabled'] as const

/** Reads `alter role authenticator set pgrst.<name> = …` on top of the configuration. */
export async function loadSettings(client: pg.ClientBase, api: PlatformConfig['api']): Promise<RestSettings> {
  const { rows } = await client.query<SettingsRow>(ROLE_SETTINGS, [['authenticator']])
  const given = new Map<string, string>()
  for (const { settings } of rows) {
    for (const setting of settings) {
      const match = /^pgrst\.([a-z_]+)=(.*)$/s.exec(setting)
      if (match?.[1]) given.set(match[1], match[2] ?? '')
    }
  }
  return applySettings(api, given)
}

/** An unusable value is ignored: a typing error in the database must not take the API down. */
export function applySettings(api: PlatformConfig['api'], given: ReadonlyMap<string, string>): RestSettings {
  const schemas = list(given.get('db_schemas'))
  const maxRows = given.get('db_max_rows')
  return {
    schemas: schemas.length > 0 ? schemas : api.schemas,
    extraSearchPath: given.has('db_extra_search_path')
      ? list(given.get('db_extra_search_path'))
      : api.extra_search_path,
    maxRows: maxRows === undefined ? api.max_rows : /^\d{1,9}$/.test(maxRows) ? Number(maxRows) : null,
    aggregatesEnabled: flag(given.get('db_aggregates_enabled')),
    planEnabled: flag(given.get('db_plan_enabled')),
    txEnd: TX_ENDS.find((end) => end === given.get('db_tx_end')) ?? 'commit',
    preRequest: given.get('db_pre_request') || null,
    openapiMode: OPENAPI_MODES.find((mode) => mode === given.get('openapi_mode')) ?? 'follow-privileges',
  }
}

function list(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((item) => item.trim().replace(/^"(.*)"$/, '$1'))
    .filter((item) => item !== '')
}

function flag(text: string | undefined): boolean {
  return text !== undefined && ['true', 'on', 'yes', '1', 't'].includes(text.toLowerCase())
}
