/**
 * Refusals of the function gateway in the shapes that functions-js and the Supabase CLI's runtime know.
 * `x-relay-error` makes the client raise FunctionsRelayError: the function itself was never run. Without it the
 * client raises FunctionsHttpError and the body is for the caller to read.
 */
function refusal({ status, body, relay }: { status: number; body: object; relay: boolean }): Response {
  const response = Response.json(body, { status })
  if (relay) response.headers.set('x-relay-error', 'true')
  return response
}

export function missingToken(): Response {
  const message = 'Error: Missing authorization header'
  return refusal({ status: 401, body: { code: 401, msg: message, message }, relay: true })
}

export function invalidToken(): Response {
  return refusal({ status: 401, body: { code: 401, msg: 'Invalid JWT', message: 'Invalid JWT' }, relay: true })
}

export function unknownFunction(): Response {
  return refusal({
    status: 404,
    body: { code: 'NOT_FOUND', message: 'Requested function was not found' },
    relay: false,
  })
}

export function bodyTooLarge(limitBytes: number): Response {
  return refusal({
    status: 413,
    body: { code: 'PAYLOAD_TOO_LARGE', message: `The request body may have at most ${limitBytes} bytes` },
    relay: false,
  })
}

export function bootFailed(requestId: string): Response {
  return refusal({
    status: 503,
    body: { code: 'BOOT_ERROR', message: 'Function failed to start (please check logs)', id: requestId },
    relay: true,
  })
}

/** The function did not catch it, and could have done nothing about it. */
export function databaseAway(requestId: string): Response {
  return refusal({
    status: 503,
    body: { code: 'SERVICE_UNAVAILABLE', message: 'The database cannot be reached. Try again shortly', id: requestId },
    relay: false,
  })
}

export function workerFailed(requestId: string): Response {
  return refusal({
    status: 500,
    body: { code: 'WORKER_ERROR', message: 'Function exited due to an error (please check logs)', id: requestId },
    relay: false,
  })
}

export function idleTooLong({ idleLimitMs, requestId }: { idleLimitMs: number; requestId: string }): Response {
  const message = `Request idle timeout limit (${Math.round(idleLimitMs / 1000)}s) reached`
  return refusal({ status: 504, body: { code: 'IDLE_TIMEOUT', message, id: requestId }, relay: true })
}
