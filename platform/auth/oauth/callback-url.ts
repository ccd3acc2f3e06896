import { type RequestContext, serviceUrl } from '../deps.ts'
import type { OAuthProvider } from './provider.ts'

/** Where the provider sends the browser back to. */
export function callbackUrl(context: RequestContext, { config }: OAuthProvider): string {
  return config.redirect_uri || `${serviceUrl(context)}/callback`
}
