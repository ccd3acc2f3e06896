import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'

const minuteMs = 60_000

const RIGHTS = 'staff-role'

/** The specification's defaults (B 9): unused entries live 5 minutes, 3 retries, back-off capped at 30 seconds. */
export const queryClient: QueryClient = new QueryClient({
  mutationCache: new MutationCache({ onError: askRightsAgain }),
  queryCache: new QueryCache({
    onError: (_error, { queryKey }) => queryKey[0] !== RIGHTS && askRightsAgain(),
    onSuccess: (data, { queryKey }) => queryKey[0] !== RIGHTS && isNothing(data) && askRightsAgain(),
  }),
  defaultOptions: {
    queries: {
      gcTime: 5 * minuteMs,
      retry: (failures, error) => failures < 3 && !isRefusal(error),
      retryDelay: (failures) => Math.min(1000 * 2 ** failures, 30_000),
    },
  },
})

/** What failed may have done so because the session or the role has ended: the shell asks, and says which. */
export function askRightsAgain(): void {
  void queryClient.invalidateQueries({ queryKey: [RIGHTS] })
}

/** No rows: of a session that has ended, row-level security says so too, and gives no error. */
export function isNothing(data: unknown): boolean {
  if (Array.isArray(data)) return data.length === 0
  if (typeof data !== 'object' || data === null || !('pages' in data) || !Array.isArray(data.pages)) return false
  return data.pages.length === 1 && isNothing(data.pages[0])
}

/** What the database refuses by right or by rule stays refused: trying again would only delay the sentence. */
export function isRefusal(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  return /^(PGRST|42|22|23)/.test(code)
}
