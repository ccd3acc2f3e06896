import { getCookie } from 'hono/cookie'
import { type RequestContext, serviceUrl } from '../deps.ts'
import { badOAuthState } from '../errors.ts'
import { FLOW_LIFETIME_MS, type FlowState } from '../sessions/flow-states.ts'
import { callbackUrl } from './callback-url.ts'
import type { OAuthProvider } from './provider.ts'

/**
 * Linking is bound to the browser that asked for it: else somebody sends the provider's page of their own flow to
 * another person, whose identity then opens the sender's account. Only a page of our own origin can be given a cookie
 * with its response; flows that end elsewhere (other origins, apps) cannot be bound, and their clients use PKCE.
 */
export function bindToBrowser(context: RequestContext, provider: OAuthProvider, flow: FlowState): string | null {
  if (!isBound(context, provider, flow)) return null
  const { protocol, pathname } = new URL(callbackUrl(context, provider))
  const secure = protocol === 'https:'
  // A form posted by the provider's page brings no Lax cookie.
  const byForm = provider.parameters?.response_mode === 'form_post'
  return [
    `${cookieName(flow)}=${cookieValue(context, flow)}`,
    `Path=${pathname}`,
    `Max-Age=${FLOW_LIFETIME_MS / 1000}`,
    'HttpOnly',
    `SameSite=${byForm ? 'None' : 'Lax'}`,
    ...(secure || byForm ? ['Secure'] : []),
  ].join('; ')
}

export function requireSameBrowser(context: RequestContext, provider: OAuthProvider, flow: FlowState): void {
  if (!isBound(context, provider, flow)) return
  if (getCookie(context, cookieName(flow)) !== cookieValue(context, flow)) {
    throw badOAuthState('OAuth state belongs to another browser: start linking again in this one')
  }
}

function isBound(context: RequestContext, provider: OAuthProvider, flow: FlowState): boolean {
  if (flow.linking_target_id === null) return false
  const callback = callbackUrl(context, provider)
  if (!callback.startsWith(`${serviceUrl(context)}/`)) return false
  return URL.parse(flow.referrer ?? '')?.origin === new URL(callback).origin
}

function cookieName(flow: FlowState): string {
  return `oauth-${flow.id}`
}

/** Only we can compute it, so that it need not be stored. */
function cookieValue(context: RequestContext, flow: FlowState): string {
  return context.env.auth.tokens.fingerprint(`browser:${flow.id}`)
}
