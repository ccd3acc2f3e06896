/** Where the client keeps its session: the default of supabase-js, which the storefront's client uses as well. */
export const sessionKey = (hostname: string): string => `sb-${hostname.split('.')[0]}-auth-token`

/** So long before its end a token is refreshed first (supabase-js). */
const MARGIN_SECONDS = 90

/** The token of the stored session; null where the app has to refresh it, or to ask for a sign-in, first. */
export function storedToken(stored: string | null, now: number): string | null {
  if (stored === null) return null
  try {
    const session = JSON.parse(stored)
    const lasts = Number(session?.expires_at) - now / 1000 > MARGIN_SECONDS
    return lasts && typeof session.access_token === 'string' ? session.access_token : null
  } catch {
    return null
  }
}
