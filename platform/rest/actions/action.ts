import type { Caller } from '../../kernel/caller.ts'
import type { Result, Row } from '../execute/batch.ts'
import type { QueryParameters } from '../parse/query.ts'
import { planRead, type ReadOptions } from '../plan/read.ts'
import type { ReadNode } from '../plan/types.ts'
import type { Payload } from '../request/body.ts'
import type { AcceptedType } from '../request/media-type.ts'
import type { Preferences } from '../request/preferences.ts'
import { chooseRepresentation, type Representation } from '../response/representation.ts'
import type { Known } from '../schema-cache/loader.ts'
import type { Identifier } from '../schema-cache/types.ts'
import type { Statement } from '../sql/parameters.ts'

/** One request, read but not yet understood. */
export interface RestRequest {
  known: Known
  caller: Caller
  method: string
  /** Schema chosen by profile header or the first exposed one. */
  schema: string
  /** Several schemas are exposed, so the response says which one it is about. */
  namesSchema: boolean
  pairs: readonly [string, string][]
  accepted: readonly AcceptedType[]
  preferences: Preferences
  rangeHeader: string | null
  /** Media type of the body, without parameters. */
  contentType: string
  payload: Payload
}

/** What to run and how to answer. Holds nothing of the caller, so that a read's action can be used again. */
export interface Action {
  statements: readonly Statement[]
  readOnly: boolean
  /** Refuses a result before it is committed. */
  check?: (results: Result[]) => void
  respond: (results: Result[]) => Response
  /** Takes this one's place, from now on, where its result turns out to be none that it can show. */
  otherwise?: { isNeeded: (results: Result[]) => boolean; action: Action }
}

/** Looks at the one row of a statement's output and refuses it by throwing. */
export type Check = (row: Row | undefined) => void

/** An action without checks needs no second round trip, so it must not have the property at all. */
export function checkAll(checks: readonly Check[]): Pick<Action, 'check'> {
  if (checks.length === 0) return {}
  return {
    check: (results) => {
      for (const check of checks) check(results[0]?.rows[0])
    },
  }
}

/** Embedding multiplies work, so it has an end; strangers reach it sooner. Any other role is a user's. */
const MAX_EMBED_DEPTH = new Map([
  ['anon', 6],
  ['service_role', 20],
])
const MAX_EMBED_DEPTH_OF_USERS = 10

/** The tree of resources that a request selects, within its caller's limits. */
export function planSelection(
  { known, schema, caller }: RestRequest,
  query: QueryParameters,
  own: Pick<ReadOptions, 'root' | 'isMutation'>,
): ReadNode {
  return planRead({
    ...own,
    cache: known.cache,
    schema,
    query,
    aggregatesEnabled: known.settings.aggregatesEnabled,
    maxRows: known.settings.maxRows,
    maxDepth: MAX_EMBED_DEPTH.get(caller.role) ?? MAX_EMBED_DEPTH_OF_USERS,
  })
}

/** How the result of a relation or function is shown. */
export function representationOf({ accepted, known }: RestRequest, target: Identifier, root: ReadNode): Representation {
  const { planEnabled } = known.settings
  const handlers = known.cache.mediaHandlers
  return chooseRepresentation({ accepted, planEnabled, handlers, target, wholeRows: selectsWholeRows(root) })
}

function selectsWholeRows({ items }: ReadNode): boolean {
  const [only, second] = items
  if (!only || second || only.kind !== 'field') return false
  return only.field.name === '*' && only.cast === null && only.alias === null && only.aggregate === null
}
