import { LRUCache } from 'lru-cache'
import type { Caller } from '../kernel/caller.ts'
import type { Action } from './actions/action.ts'

/** Actions of repeated reads, by everything that they depend on. Long urls are not cached: they are large and rarely repeated. */
const MAX_ACTIONS = 1000
const MAX_CACHED_URL = 2000
/** All that an action of a read depends on besides its URL, its caller's role and its schema. */
const VARYING = ['accept', 'prefer', 'range', 'content-type']

export interface ActionCache {
  /** The place of one request's action; `version` is the schema cache's that it was planned with. */
  slot(request: Request, caller: Caller, schema: string, version: number): ActionSlot
}

export interface ActionSlot {
  action: Action | undefined
  /** Keeps an action for the next request of this kind. */
  use(action: Action): void
}

export function createActionCache(): ActionCache {
  const actions = new LRUCache<string, Action>({ max: MAX_ACTIONS })
  let current = 0
  return {
    slot(request, caller, schema, version) {
      if (version !== current) {
        // Plans of an older schema cache would keep it in memory, and be wrong.
        actions.clear()
        current = version
      }
      const key = isRepeatable(request) ? keyOf(request, caller, schema) : null
      return {
        action: key === null ? undefined : actions.get(key),
        use(action) {
          // The schema cache may have been loaded anew while the database worked.
          if (key !== null && version === current) actions.set(key, action)
        },
      }
    },
  }
}

function isRepeatable({ method, url }: Request): boolean {
  return (method === 'GET' || method === 'HEAD') && url.length <= MAX_CACHED_URL
}

function keyOf({ method, url, headers }: Request, { role }: Caller, schema: string): string {
  const varying = VARYING.map((name) => headers.get(name) ?? '')
  return [role, method, schema, url, ...varying].join('\n')
}
