import { type CommonFailures, commonFailure } from '../kernel/common-failures.ts'
import type { Log } from '../log.ts'
import { AuthError, bodyCut, bodyTooLarge, OAuthError, unavailable, unexpectedFailure } from './errors.ts'

/** First version whose errors carry `code` and `message`; older clients read `error_code` and `msg`. */
export const API_VERSION = '2024-01-01'

export interface FailedRequest {
  /** Value of the request's X-Supabase-Api-Version. */
  version: string | null
  requestId: string
  log: Log
}

/** The one place where a failure becomes a response. What nobody expected is logged and shown without detail. */
export function renderError(error: unknown, { version, requestId, log }: FailedRequest): Response {
  if (error instanceof OAuthError) {
    return Response.json({ error: error.error, error_description: error.description }, { status: error.status })
  }
  const known = error instanceof AuthError ? error : (commonFailure(error, COMMON) ?? unexpectedFailure())
  if (known.status >= 500 && known !== error) log.error({ err: error, requestId }, 'the auth service failed')

  const headers = new Headers({ 'x-sb-error-code': known.code })
  if (isCurrent(version)) {
    headers.set('X-Supabase-Api-Version', API_VERSION)
    return Response.json(
      { code: known.code, message: known.message, ...known.extra },
      { status: known.status, headers },
    )
  }
  const body = { code: known.status, error_code: known.code, msg: known.message, ...known.extra }
  const withId = known.status >= 500 ? { ...body, error_id: requestId } : body
  return Response.json(withId, { status: known.status, headers })
}

const COMMON: CommonFailures<AuthError> = {
  bodyTooLarge,
  bodyCut,
  unavailable: (_, message) => unavailable(message),
}

function isCurrent(version: string | null): boolean {
  return version !== null && /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= API_VERSION
}
