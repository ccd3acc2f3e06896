/** The session lies in local storage, is refreshed, and found in the address; live updates keep to B 9's times. */
export const CLIENT_OPTIONS = {
  auth: { persistSession: true, autoRefreshToken: true, detectSessionInUrl: true },
  realtime: { timeout: 10_000, heartbeatIntervalMs: 30_000 },
} as const
