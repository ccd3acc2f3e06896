import { LRUCache } from 'lru-cache'
import { BodyCutError, BodyTooLargeError, readBytes } from '../kernel/body.ts'
import type { Caller } from '../kernel/caller.ts'
import type { Call, Routed } from '../kernel/service.ts'
import { outageOf } from '../kernel/unavailable.ts'
import type { Log } from '../log.ts'
import type { Pools } from '../postgres/pools.ts'
import type { Action, RestRequest } from './actions/action.ts'
import { callFunction } from './actions/call-function.ts'
import { describeFunction, describeRoot, describeTable } from './actions/describe.ts'
import { mutateTable } from './actions/mutate-table.ts'
import { openapiAction } from './actions/openapi.ts'
import { readTable } from './actions/read-table.ts'
import {
  bodyCut,
  bodyTooLarge,
  databaseUnreachable,
  internal,
  invalidPath,
  methodNotAllowed,
  poolTimedOut,
  rootDisabled,
  rpcMethodNotAllowed,
  schemaNotExposed,
  urlTooLong,
} from './errors.ts'
import { requestSettings } from './execute/request-settings.ts'
import { runTransaction } from './execute/transaction.ts'
import { callPayload, EMPTY_PAYLOAD, MAX_BODY_BYTES, type Payload, tablePayload } from './request/body.ts'
import { parseAccept, parseMediaType } from './request/media-type.ts'
import { type Preferences, parsePreferences } from './request/preferences.ts'
import { fromDatabaseError } from './response/database-error.ts'
import { errorResponse } from './response/error-response.ts'
import { RestError } from './rest-error.ts'
import { refusalBeforeBody } from './rights.ts'
import type { Keeper, Known } from './schema-cache/loader.ts'
import type { Timezones } from './schema-cache/timezones.ts'
import type { RestSettings } from './settings.ts'

export interface Dependencies {
  pools: Pools
  keeper: Keeper
  timezones: Timezones
  authenticate: (authorization: string | null) => Promise<Caller>
  publicUrl: string
  log: Log
}

/** Far above what a browser sends; parsing time grows with it. */
const MAX_QUERY_LENGTH = 64 * 1024
/** Actions of repeated reads, by everything that they depend on. Long urls are not kept: they are large and rarely repeated. */
const MAX_ACTIONS = 1000
const MAX_REMEMBERED_URL = 2000
const READS = ['GET', 'HEAD']
const TABLE_METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS']
const CALL_METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS']

export function createHandler(dependencies: Dependencies) {
  const actions = new LRUCache<string, Action>({ max: MAX_ACTIONS })
  let actionsVersion = 0

  return async (request: Request, call: Call, routed: Routed): Promise<Response> => {
    let isAnonymous = true
    try {
      if (routed.search.length > MAX_QUERY_LENGTH) throw urlTooLong(MAX_QUERY_LENGTH)
      const caller = await dependencies.authenticate(routed.authorization)
      isAnonymous = caller.role === 'anon'
      const known = await dependencies.keeper.current()
      if (known.cache.version !== actionsVersion) {
        // Plans of an older cache would keep it in memory, and be wrong.
        actions.clear()
        actionsVersion = known.cache.version
      }
      const target = findTarget(routed.path, request.method)
      const schema = chooseSchema(request, known)
      const cacheKey = isRepeatable(request) ? actionKey(request, caller, schema) : null
      const remembered = cacheKey === null ? undefined : actions.get(cacheKey)
      const use = (action: Action) => {
        // The cache may have been loaded anew while the database worked.
        if (cacheKey !== null && known.cache.version === actionsVersion) actions.set(cacheKey, action)
      }
      const options = { dependencies, request, call, caller, known, schema, routed, use }
      if (remembered) return await perform(options, remembered)
      const refusal = READS.includes(request.method) ? null : beforeBody(options, target)
      if (refusal) await perform(options, refusal)
      const payload = await readPayload(request, target)
      const preferences = await readPreferences(request, known, dependencies.timezones)
      const rest = readRequest({ request, caller, known, schema, search: routed.search, payload, preferences })
      const outcome = understand(dependencies, rest, target)
      if (outcome instanceof Response) return outcome
      use(outcome)
      return await perform(options, outcome)
    } catch (error) {
      return refuse({ dependencies, error, isAnonymous, request, call })
    }
  }
}

type Target = { kind: 'root' } | { kind: 'table'; name: string } | { kind: 'function'; name: string }

/** What the gateway would have found, for requests that come rewritten. Cheaper than a URL object. */
export function routedOf({ url, headers }: Request): Routed {
  const start = url.indexOf('/', url.indexOf('://') + 3)
  const hash = url.indexOf('#', start)
  const end = hash < 0 ? url.length : hash
  const question = url.indexOf('?', start)
  const authorization = headers.get('authorization')
  if (start < 0) return { path: '/', search: '', authorization }
  if (question < 0 || question > end) return { path: url.slice(start, end), search: '', authorization }
  return { path: url.slice(start, question), search: url.slice(question, end), authorization }
}

function findTarget(path: string, method: string): Target {
  const segments = path
    .split('/')
    .filter((segment) => segment !== '')
    .map(decodeSegment)
  const [first, second] = segments
  if (first === undefined) {
    if (!['GET', 'HEAD', 'OPTIONS'].includes(method)) throw methodNotAllowed(method)
    return { kind: 'root' }
  }
  if (segments.length === 1) {
    if (!TABLE_METHODS.includes(method)) throw methodNotAllowed(method)
    return { kind: 'table', name: first }
  }
  if (first !== 'rpc' || second === undefined || segments.length > 2) throw invalidPath()
  if (!CALL_METHODS.includes(method)) throw rpcMethodNotAllowed(method)
  return { kind: 'function', name: second }
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw invalidPath()
  }
}

function chooseSchema(request: Request, { settings }: Known): string {
  const header = READS.includes(request.method) || request.method === 'OPTIONS' ? 'accept-profile' : 'content-profile'
  const profile = request.headers.get(header)
  if (profile === null) return settings.schemas[0] ?? 'public'
  if (!settings.schemas.includes(profile)) throw schemaNotExposed(profile, settings.schemas)
  return profile
}

function isRepeatable({ method, url }: Request): boolean {
  return READS.includes(method) && url.length <= MAX_REMEMBERED_URL
}

function actionKey(request: Request, caller: Caller, schema: string): string {
  const { headers } = request
  const varying = ['accept', 'prefer', 'range', 'content-type'].map((name) => headers.get(name) ?? '')
  return [caller.role, request.method, schema, request.url, ...varying].join('\n')
}

function beforeBody({ request, known, caller, schema }: Performance, target: Target): Action | null {
  return target.kind === 'root' ? null : refusalBeforeBody({ known, caller, schema, method: request.method, target })
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

function readRequest(options: {
  request: Request
  caller: Caller
  known: Known
  schema: string
  search: string
  payload: Payload
  preferences: Preferences
}): RestRequest {
  const { request, caller, known, schema, search, payload, preferences } = options
  const { headers, method } = request
  const { settings } = known
  return {
    known,
    caller,
    method,
    schema,
    namesSchema: settings.schemas.length > 1,
    pairs: [...new URLSearchParams(search)],
    accepted: parseAccept(headers.get('accept')),
    preferences,
    rangeHeader: headers.get('range'),
    contentType: bodyType(headers.get('content-type')),
    payload,
  }
}

/** PostgREST's own media types are JSON on the way in. */
function bodyType(header: string | null): string {
  const { type } = parseMediaType(header ?? 'application/json')
  return /^application\/vnd\.pgrst\.(array|object)/.test(type) ? 'application/json' : type
}

function understand(dependencies: Dependencies, request: RestRequest, target: Target): Action | Response {
  const isOptions = request.method === 'OPTIONS'
  switch (target.kind) {
    case 'root':
      if (request.known.settings.openapiMode === 'disabled') throw rootDisabled()
      return isOptions ? describeRoot() : openapiAction(request, dependencies.publicUrl)
    case 'function':
      return isOptions ? describeFunction(request, target.name) : callFunction(request, target.name)
    case 'table':
      if (isOptions) return describeTable(request, target.name)
      return READS.includes(request.method) ? readTable(request, target.name) : mutateTable(request, target.name)
  }
}

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

interface Performance {
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

async function perform(options: Performance, action: Action): Promise<Response> {
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
  if (!action.otherwise?.isNeeded(results)) return action.reply(results)
  options.use(action.otherwise.action)
  return perform(options, action.otherwise.action)
}

interface Refusal {
  dependencies: Dependencies
  error: unknown
  isAnonymous: boolean
  request: Request
  call: Call
}

function refuse({ dependencies, error, isAnonymous, request, call }: Refusal): Response {
  const isHead = request.method === 'HEAD'
  if (error instanceof RestError) return errorResponse(error, { isHead })
  if (error instanceof BodyTooLargeError) return errorResponse(bodyTooLarge(error.limitBytes), { isHead })
  if (error instanceof BodyCutError) return errorResponse(bodyCut(), { isHead })
  if (isWaitOver(error)) return errorResponse(poolTimedOut(), { isHead })
  const known = fromDatabaseError(error, isAnonymous)
  const isAway = outageOf(error) === 'database'
  // Where PostgREST has a status of its own for it, the database's words are passed on.
  if (isAway && known?.fields.status !== 503) {
    dependencies.log.warn({ err: error, requestId: call.requestId }, 'the database cannot be reached')
    return errorResponse(databaseUnreachable(), { isHead })
  }
  if (known) {
    if (known.fields.status >= 500) {
      dependencies.log.warn({ err: error, requestId: call.requestId }, 'the database could not answer a request')
    }
    return errorResponse(known, { isHead })
  }
  dependencies.log.error({ err: error, requestId: call.requestId }, 'a REST request failed unexpectedly')
  return errorResponse(internal(call.requestId), { isHead })
}

/** pg's pool reports its own time limit by a message alone. */
function isWaitOver(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('timeout exceeded when trying to connect')
}
