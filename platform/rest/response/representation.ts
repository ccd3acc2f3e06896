import { mediaTypeUnavailable } from '../errors.ts'
import {
  type AcceptedType,
  ARRAY_TYPES,
  JSON_TYPE,
  OBJECT_TYPES,
  type PlanFormat,
  planFormat,
  stripsNulls,
} from '../request/media-type.ts'
import type { Identifier, MediaHandler } from '../schema-cache/types.ts'

/** How a result's rows become the body. */
export interface Representation {
  kind: 'json' | 'object' | 'csv' | 'geojson' | 'handler'
  stripNulls: boolean
  contentType: string
  handler: MediaHandler | null
  /** Set when the plan of the request is asked for instead of its result. */
  plan: PlanFormat | null
}

export interface RepresentationChoice {
  accepted: readonly AcceptedType[]
  planEnabled: boolean
  handlers: readonly MediaHandler[]
  /** The relation or function whose result is shown. */
  target: Identifier
  /** Nothing was selected but all columns. */
  wholeRows: boolean
}

export function chooseRepresentation(choice: RepresentationChoice): Representation {
  for (const accepted of choice.accepted) {
    const plan = planFormat(accepted)
    if (plan) {
      if (!choice.planEnabled) continue
      const inner = plan.inner ? match(plan.inner, choice) : json()
      if (inner) return { ...inner, contentType: planType(plan), plan }
      continue
    }
    const found = match(accepted, choice)
    if (found) return found
  }
  throw mediaTypeUnavailable(choice.accepted.map(({ text }) => text))
}

function match(accepted: AcceptedType, choice: RepresentationChoice): Representation | null {
  const { type } = accepted
  const stripNulls = stripsNulls(accepted)
  // PostgREST's own types have a meaning that no handler can change.
  if (OBJECT_TYPES.includes(type))
    return { ...json(), kind: 'object', stripNulls, contentType: vendorType('object', stripNulls) }
  if (ARRAY_TYPES.includes(type) && stripNulls) return { ...json(), stripNulls, contentType: vendorType('array', true) }
  const name = ARRAY_TYPES.includes(type) ? JSON_TYPE : type
  const handler = findHandler(name, choice)
  if (handler) return { ...json(), kind: 'handler', contentType: withCharset(handler.resolvedMediaType), handler }
  if (name === JSON_TYPE || name === '*/*' || name === 'application/*') return json()
  if (type === 'text/csv') return { ...json(), kind: 'csv', contentType: 'text/csv; charset=utf-8' }
  if (type === 'application/geo+json') {
    return { ...json(), kind: 'geojson', contentType: 'application/geo+json; charset=utf-8' }
  }
  return null
}

function json(): Representation {
  return {
    kind: 'json',
    stripNulls: false,
    contentType: 'application/json; charset=utf-8',
    handler: null,
    plan: null,
  }
}

function vendorType(shape: 'object' | 'array', stripNulls: boolean): string {
  return `application/vnd.pgrst.${shape}+json${stripNulls ? ';nulls=stripped' : ''}; charset=utf-8`
}

function planType({ format, options, inner }: PlanFormat): string {
  const what = inner?.type ?? JSON_TYPE
  const chosen = options.length > 0 ? `; options=${options.join('|')}` : ''
  return `application/vnd.pgrst.plan+${format}; for="${what}"${chosen}; charset=utf-8`
}

/** Types that PostgREST itself knows to be text; it leaves those of handlers as they are. */
const TEXT_TYPES = [JSON_TYPE, 'application/geo+json', 'text/csv', 'text/plain', 'text/xml']

function withCharset(type: string): string {
  return TEXT_TYPES.includes(type) ? `${type}; charset=utf-8` : type
}

/**
 * A handler for exactly this relation goes before one for any element, and its handler of any type before all. It takes
 * the relation's rows, so it can show nothing less.
 */
function findHandler(type: string, { handlers, target, wholeRows }: RepresentationChoice): MediaHandler | null {
  const own = handlers.filter((one) => one.target?.schema === target.schema && one.target.name === target.name)
  return (
    (wholeRows
      ? (own.find(({ mediaType }) => mediaType === '*/*') ?? own.find(({ mediaType }) => mediaType === type))
      : undefined) ??
    handlers.find((one) => one.target === null && one.mediaType === type) ??
    null
  )
}
