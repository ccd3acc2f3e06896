import { serviceUrl, type Visit } from '../deps.ts'
import type { OAuthProvider } from './provider.ts'

/** Where the provider sends the browser back to. */
export function callbackUrl(visit: Visit, { config }: OAuthProvider): string {
  return config.redirect_uri || `${serviceUrl(visit)}/callback`
}
