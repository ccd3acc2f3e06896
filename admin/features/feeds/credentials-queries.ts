import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callFunction } from '../../call-function.ts'
import { z } from '../../zod.ts'

const listed = z.object({
  networks: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      credentials: z.array(
        z.object({
          name: z.string(),
          required: z.boolean(),
          from: z.string(),
          state: z.enum(['environment', 'missing', 'stored', 'unreadable']),
          stored_at: z.string().optional(),
        }),
      ),
    }),
  ),
})
export type NetworkCredentials = z.output<typeof listed>['networks'][number]
export type Credential = NetworkCredentials['credentials'][number]

/** Which keys of the networks are there; for admins. No value ever comes back. */
export const credentials = queryOptions({
  queryKey: ['feed_credentials'],
  queryFn: async () => listed.parse(await callFunction('feed-credentials', { action: 'list' })).networks,
})

/** Stores values by their names; an empty one is forgotten. */
export function useStoreCredentials() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (values: Record<string, string>) => callFunction('feed-credentials', { action: 'store', values }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: credentials.queryKey }),
        // What a feed lacks.
        client.invalidateQueries({ queryKey: ['feed_runs'] }),
      ]),
  })
}

const tried = z.object({ ok: z.boolean(), sentence: z.string() })

/** Asks the network itself whether it takes what the shop has. */
export const useTestCredentials = (network: string) =>
  useMutation({ mutationFn: async () => tried.parse(await callFunction('test-feed-credentials', { network })) })
