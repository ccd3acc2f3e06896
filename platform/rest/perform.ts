import type { Caller } from '../kernel/caller.ts'
import type { Call, Routed } from '../kernel/service.ts'
import type { Action } from './actions/action.ts'
import type { Dependencies } from './dependencies.ts'
import { requestSettings } from './execute/request-settings.ts'
import { runTransaction } from './execute/transaction.ts'
import { parsePreferences } from './request/preferences.ts'
import type { Known } from './schema-cache/loader.ts'
import type { RestSettings } from './settings.ts'

const NO_SETTINGS: readonly (readonly [string, string])[] = []
const searchPaths = new WeakMap<RestSettings, Map<string, readonly string[]>>()

/** The same array for the same schema, so that its SQL is made once. */
function searchPathOf(settings: RestSettings, schema: string): readonly string[] {
  const bySchema = searchPaths.get(settings) ?? new Map<string, readonly string[]>()
  searchPaths.set(settings, bySchema)
  const path = bySchema.get(schema) ?? [schema, ...settings.extraSearchPath]
  bySchema.set(schema, path)
  return path
}

/** A request whose caller and schema are known. */
export interface KnownRequest {
  dependencies: Dependencies
  request: Request
  call: Call
  caller: Caller
  known: Known
  schema: string
  routed: Routed
  /** Keeps an action for the next request of this kind. */
  use: (action: Action) => void
}

/** Runs an action as the caller, in one transaction, and makes the response of its results. */
export async function perform(options: KnownRequest, action: Action): Promise<Response> {
  const { dependencies, request, call, caller, known, schema } = options
  const { cache, settings } = known
  const prefer = request.headers.get('prefer')
  const preferences = prefer === null ? null : parsePreferences(prefer, settings.txEnd.endsWith('allow-override'))
  const results = await runTransaction({
    pool: dependencies.pools.asRole(caller.role),
    settings: requestSettings({
      caller,
      readOnly: action.readOnly,
      searchPath: searchPathOf(settings, schema),
      method: request.method,
      path: options.routed.path,
      headers: request.headers,
      clientAddress: call.clientAddress,
      authorization: options.routed.authorization,
      timezone: preferences?.timezone ? await dependencies.timezones.validate(preferences) : null,
      roleSettings: cache.roleSettings.get(caller.role) ?? NO_SETTINGS,
    }),
    preRequest: settings.preRequest,
    statements: action.statements,
    end: (preferences?.tx ?? settings.txEnd).startsWith('rollback') ? 'rollback' : 'commit',
    ...(action.check ? { check: action.check } : {}),
  })
  if (!action.otherwise?.isNeeded(results)) return action.respond(results)
  options.use(action.otherwise.action)
  return perform(options, action.otherwise.action)
}
