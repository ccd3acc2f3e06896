import type { Call, Routed } from '../kernel/service.ts'
import { createActionCache } from './action-cache.ts'
import type { Action, RestRequest } from './actions/action.ts'
import { callFunction } from './actions/call-function.ts'
import { describeFunction, describeRoot, describeTable } from './actions/describe.ts'
import { mutateTable } from './actions/mutate-table.ts'
import { openapiAction } from './actions/openapi.ts'
import { readTable } from './actions/read-table.ts'
import type { Dependencies } from './dependencies.ts'
import { rootDisabled, schemaNotExposed, urlTooLong } from './errors.ts'
import { type KnownRequest, perform } from './perform.ts'
import { readRequest } from './read-request.ts'
import { renderError } from './render-error.ts'
import { refusalBeforeBody } from './rights.ts'
import type { Known } from './schema-cache/loader.ts'
import { findTarget, type Target } from './target.ts'

/** Far above what a browser sends; parsing time grows with it. */
const MAX_QUERY_LENGTH = 64 * 1024
const READS = ['GET', 'HEAD']

export function createHandler(dependencies: Dependencies) {
  const actions = createActionCache()

  return async (request: Request, call: Call, routed: Routed): Promise<Response> => {
    let isAnonymous = true
    try {
      if (routed.search.length > MAX_QUERY_LENGTH) throw urlTooLong(MAX_QUERY_LENGTH)
      const caller = await dependencies.authenticate(routed.authorization)
      isAnonymous = caller.role === 'anon'
      const known = await dependencies.schemaCache.current()
      const target = findTarget(routed.path, request.method)
      const schema = chooseSchema(request, known)
      const { action: cached, use } = actions.slot(request, caller, schema, known.cache.version)
      const options = { dependencies, request, call, caller, known, schema, routed, use }
      if (cached) return await perform(options, cached)
      const refusal = READS.includes(request.method) ? null : beforeBody(options, target)
      if (refusal) await perform(options, refusal)
      const outcome = understand(dependencies, await readRequest(options, target), target)
      if (outcome instanceof Response) return outcome
      use(outcome)
      return await perform(options, outcome)
    } catch (error) {
      const { log } = dependencies
      return renderError({ error, isAnonymous, method: request.method, requestId: call.requestId, log })
    }
  }
}

function chooseSchema(request: Request, { settings }: Known): string {
  const header = READS.includes(request.method) || request.method === 'OPTIONS' ? 'accept-profile' : 'content-profile'
  const profile = request.headers.get(header)
  if (profile === null) return settings.schemas[0] ?? 'public'
  if (!settings.schemas.includes(profile)) throw schemaNotExposed(profile, settings.schemas)
  return profile
}

function beforeBody({ request, known, caller, schema }: KnownRequest, target: Target): Action | null {
  return target.kind === 'root' ? null : refusalBeforeBody({ known, caller, schema, method: request.method, target })
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
