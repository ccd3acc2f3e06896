import { AuthError, OAuthError } from '../errors.ts'
import type { SessionJson } from '../sessions/sign-in.ts'

/** The session in the fragment, which browsers send to no server. Keys are alphabetical, `sb` marks them as ours. */
export function sessionRedirect(target: string, session: SessionJson, more: Record<string, string> = {}): Response {
  const values = {
    ...more,
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    sb: '',
    token_type: 'bearer',
    ...(session.provider_token ? { provider_token: session.provider_token } : {}),
    ...(session.provider_refresh_token ? { provider_refresh_token: session.provider_refresh_token } : {}),
  }
  return seeOther(withFragment(target, values))
}

/** The code that only the browser with the verifier can exchange. */
export function codeRedirect(target: string, code: string): Response {
  return seeOther(withQuery(target, { code }))
}

export function messageRedirect(target: string, message: string, { pkce }: { pkce: boolean }): Response {
  const base = pkce ? withQuery(target, { message }) : target
  return seeOther(withFragment(base, { message, sb: '' }))
}

/** A failure, told to the page that the visitor comes back to; `inQuery` for clients that read no fragment. */
export function errorRedirect(target: string, error: unknown, { inQuery }: { inQuery: boolean }): Response {
  const values = describe(error)
  const base = inQuery ? withQuery(target, values) : target
  return seeOther(withFragment(base, { ...values, sb: '' }))
}

/** Whether the failure is one that the visitor may be told about in a redirect. */
export function isTellable(error: unknown): boolean {
  return error instanceof OAuthError || (error instanceof AuthError && error.status < 500)
}

function describe(error: unknown): Record<string, string> {
  if (error instanceof OAuthError) return { error: error.error, error_description: error.description }
  if (error instanceof AuthError) {
    const kind = error.status >= 500 ? 'server_error' : 'access_denied'
    return { error: kind, error_code: error.code, error_description: error.message }
  }
  return { error: 'server_error', error_code: 'unexpected_failure', error_description: 'Unexpected failure' }
}

function withQuery(target: string, values: Record<string, string>): string {
  const url = new URL(target)
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value)
  return url.href
}

function withFragment(target: string, values: Record<string, string>): string {
  const url = new URL(target)
  const sorted = Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1))
  url.hash = new URLSearchParams(sorted).toString()
  return url.href
}

function seeOther(location: string): Response {
  return new Response(null, {
    status: 303,
    headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  })
}
