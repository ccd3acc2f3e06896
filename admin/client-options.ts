/**
 * The session lies in local storage and is refreshed; a code in the address counts for the browser that asked for it, and
 * tokens are taken by OfferedSession. Live updates keep to B 9's times.
 */
export const CLIENT_OPTIONS = {
  auth: { persistSession: true, autoRefreshToken: true, detectSessionInUrl: true },
  realtime: { timeout: 10_000, heartbeatIntervalMs: 30_000 },
} as const
