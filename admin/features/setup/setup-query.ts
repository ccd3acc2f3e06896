import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callFunction } from '../../call-function.ts'
import { z } from '../../zod.ts'

const state = z.enum(['ok', 'off', 'todo', 'new'])
const listed = z.object({
  checks: z.array(z.object({ name: z.string(), state, sentence: z.string(), checked_at: z.string().nullable() })),
})
export type Check = z.output<typeof listed>['checks'][number]

export const LABELS: Record<string, string> = {
  mail: 'Mail',
  https: 'Public address',
  files: 'Files',
  store: 'Shopify store',
  'second-factor': 'Second factor',
}

/** How each state is called, and its colour. */
export const STATES: Record<Check['state'], [label: string, tone?: string]> = {
  ok: ['Works', 'green'],
  off: ['Not used'],
  todo: ['To do', 'amber'],
  new: ['Not tried yet', 'amber'],
}

export const isDone = ({ state }: Check): boolean => state === 'ok' || state === 'off'

/** What each check found when it was last tried; for admins. */
export const setup = queryOptions({
  queryKey: ['setup'],
  queryFn: async () => listed.parse(await callFunction('check-setup', {})).checks,
})

/** Tries one check for real. */
export function useTry(name: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => callFunction('check-setup', { check: name }),
    onSettled: () => client.invalidateQueries({ queryKey: ['setup'] }),
  })
}
