import { QueryClient } from '@tanstack/react-query'

const minuteMs = 60_000

/** The specification's defaults (B 9): unused entries live 5 minutes, 3 retries, back-off capped at 30 seconds. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: 5 * minuteMs,
      retry: (failures, error) => failures < 3 && !isRefusal(error),
      retryDelay: (failures) => Math.min(1000 * 2 ** failures, 30_000),
    },
  },
})

/** What the database refuses by right or by rule stays refused: trying again would only delay the sentence. */
export function isRefusal(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  return /^(PGRST|42|22|23)/.test(code)
}
