import type { Family } from './families.ts'

/** The gateway's own refusals; texts and shapes are hosted Supabase's. */
function refusal(status: number, message: string, hint?: string): Response {
  return Response.json(hint ? { message, hint } : { message }, { status })
}

export const noApiKey = () =>
  refusal(401, 'No API key found in request', 'No `apikey` request header or url param was found.')

export const invalidApiKey = () =>
  refusal(401, 'Invalid API key', 'Double check your Supabase `anon` or `service_role` API key.')

export const secretKeyInBrowser = () =>
  refusal(
    401,
    'Forbidden use of secret API key in browser',
    'Secret API keys can only be used in a protected environment and should never be used in a browser. Delete this secret API key immediately.',
  )

export const noSuchPath = (pathname: string) =>
  refusal(
    404,
    `No service answers at ${pathname.slice(0, 200)}`,
    'Paths begin with /auth/v1, /rest/v1, /storage/v1, /functions/v1 or /realtime/v1.',
  )

export const serviceOff = (family: Family) =>
  refusal(404, `The ${family} service is not enabled`, `Set enabled = true for it in config.toml.`)

export const serviceUnavailable = () => refusal(503, 'The service is starting or its database is away; try again')

/** In each family's own shape: its client must be able to read it. */
export function bodyTooLarge(family: Family, limitBytes: number, hint: string | null = null): Response {
  const message = `The request body may have at most ${limitBytes} bytes`
  const bodies = {
    auth: { code: 413, error_code: 'request_entity_too_large', msg: message },
    rest: { code: '413', message, details: null, hint },
    storage: { statusCode: '413', error: 'Payload too large', message, code: 'EntityTooLarge' },
    functions: { code: 'PAYLOAD_TOO_LARGE', message },
    realtime: { message },
  } satisfies Record<Family, object>
  return Response.json(bodies[family], { status: 413 })
}

/** The same for a body that found no room beside the others'. */
export function overloaded(family: Family): Response {
  const message = 'The server holds too many large requests at the moment. Please try again shortly'
  const bodies = {
    auth: { code: 503, error_code: 'request_timeout', msg: message },
    rest: { code: '503', message, details: null, hint: null },
    storage: { statusCode: '503', error: 'SlowDown', message, code: 'SlowDown' },
    functions: { code: 'SERVICE_UNAVAILABLE', message },
    realtime: { message },
  } satisfies Record<Family, object>
  return Response.json(bodies[family], { status: 503 })
}
