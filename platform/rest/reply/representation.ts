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
  const handler = findHandler(type, choice)
  if (handler) return { ...json(), kind: 'handler', contentType: withCharset(handler.resolvedMediaType), handler }
  if (type === JSON_TYPE || type === '*/*' || type === 'application/*') return json()
  const stripNulls = stripsNulls(accepted)
  if (OBJECT_TYPES.includes(type))
    return { ...json(), kind: 'object', stripNulls, contentType: vendorType('object', stripNulls) }
  if (ARRAY_TYPES.includes(type)) {
    return stripNulls ? { ...json(), stripNulls, contentType: vendorType('array', true) } : json()
  }
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

function withCharset(type: string): string {
  return type === 'application/octet-stream' ? type : `${type}; charset=utf-8`
}

/** A handler for exactly this relation goes before one for any element. */
function findHandler(type: string, { handlers, target }: RepresentationChoice): MediaHandler | null {
  const fitting = handlers.filter(({ mediaType }) => mediaType === type || (type === '*/*' && mediaType === '*/*'))
  return (
    fitting.find((one) => one.target?.schema === target.schema && one.target.name === target.name) ??
    fitting.find((one) => one.target === null) ??
    null
  )
}
