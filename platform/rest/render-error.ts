import { bodyFailure } from '../kernel/common-failures.ts'
import { outageOf } from '../kernel/unavailable.ts'
import type { Log } from '../log.ts'
import { bodyCut, bodyTooLarge, databaseUnreachable, internal, poolTimedOut } from './errors.ts'
import { fromDatabaseError } from './response/database-error.ts'
import { errorResponse } from './response/error-response.ts'
import { RestError } from './rest-error.ts'

interface FailedRequest {
  error: unknown
  isAnonymous: boolean
  method: string
  requestId: string
  log: Log
}

/** What a failed request is answered with. What nobody expected is logged and shown without detail. */
export function renderError({ error, isAnonymous, method, requestId, log }: FailedRequest): Response {
  const isHead = method === 'HEAD'
  const refused = error instanceof RestError ? error : bodyFailure(error, { bodyTooLarge, bodyCut })
  if (refused) return errorResponse(refused, { isHead })
  if (isWaitOver(error)) return errorResponse(poolTimedOut(), { isHead })
  const known = fromDatabaseError(error, isAnonymous)
  const isAway = outageOf(error) === 'database'
  // Where PostgREST has a status of its own for it, the database's words are passed on.
  if (isAway && known?.fields.status !== 503) {
    log.warn({ err: error, requestId }, 'the database cannot be reached')
    return errorResponse(databaseUnreachable(), { isHead })
  }
  if (known) {
    if (known.fields.status >= 500) {
      log.warn({ err: error, requestId }, 'the database could not answer a request')
    }
    return errorResponse(known, { isHead })
  }
  log.error({ err: error, requestId }, 'a REST request failed unexpectedly')
  return errorResponse(internal(requestId), { isHead })
}

/** pg's pool reports its own time limit by a message alone. */
function isWaitOver(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('timeout exceeded when trying to connect')
}
