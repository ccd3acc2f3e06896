import { readBytes } from '../kernel/body.ts'
import type { RestRequest } from './actions/action.ts'
import type { KnownRequest } from './perform.ts'
import { callPayload, EMPTY_PAYLOAD, MAX_BODY_BYTES, type Payload, tablePayload } from './request/body.ts'
import { parseAccept, parseMediaType } from './request/media-type.ts'
import { type Preferences, parsePreferences } from './request/preferences.ts'
import type { Known } from './schema-cache/loader.ts'
import type { Timezones } from './schema-cache/timezones.ts'
import type { Target } from './target.ts'

/** Reads all of a request: its query, its headers, and its body where its method has one. */
export async function readRequest(options: KnownRequest, target: Target): Promise<RestRequest> {
  const { dependencies, request, caller, known, schema, routed } = options
  const { headers, method } = request
  const payload = await readPayload(request, target)
  return {
    known,
    caller,
    method,
    schema,
    namesSchema: known.settings.schemas.length > 1,
    pairs: [...new URLSearchParams(routed.search)],
    accepted: parseAccept(headers.get('accept')),
    preferences: await readPreferences(request, known, dependencies.timezones),
    rangeHeader: headers.get('range'),
    contentType: bodyType(headers.get('content-type')),
    payload,
  }
}

const WITH_BODY = ['POST', 'PATCH', 'PUT']

async function readPayload(request: Request, target: Target): Promise<Payload> {
  if (!WITH_BODY.includes(request.method)) return EMPTY_PAYLOAD
  const bytes = await readBytes(request, MAX_BODY_BYTES)
  const type = bodyType(request.headers.get('content-type'))
  return target.kind === 'function' ? callPayload(bytes, type) : tablePayload(bytes, type)
}

/** An unknown time zone counts as none, and is not said to have been applied. */
async function readPreferences(request: Request, { settings }: Known, timezones: Timezones): Promise<Preferences> {
  const preferences = parsePreferences(request.headers.get('prefer'), settings.txEnd.endsWith('allow-override'))
  return { ...preferences, timezone: await timezones.validate(preferences) }
}

/** PostgREST's own media types are JSON on the way in. */
function bodyType(header: string | null): string {
  const { type } = parseMediaType(header ?? 'application/json')
  return /^application\/vnd\.pgrst\.(array|object)/.test(type) ? 'application/json' : type
}
