import { useQuery, useQueryClient } from '@tanstack/react-query'
import { supabase, unwrap } from '../../client.ts'
import { useRole } from '../session/access.ts'
import { useSession } from '../session/session-store.ts'

/** Accounts that some screen names; the ids of one screen are asked for together. */
const asked = new Set<string>()
let willAsk = false

/** As many as one request takes. */
const MOST = 1000

/** What an account is called: its email for admins, who may know; for others whether it is their own. */
export function useStaffNames(): (id: string | null) => string {
  const { user } = useSession()
  const client = useQueryClient()
  const isAdmin = useRole() === 'admin'
  const { data } = useQuery({
    queryKey: ['account-names'],
    enabled: isAdmin,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, string>> => {
      const ids = [...asked].slice(-MOST)
      if (ids.length === 0) return new Map()
      const rows = unwrap(await supabase.rpc('account_names', { ids }).abortSignal(signal))
      const known = new Map(rows.map(({ id, email }) => [id, email]))
      return new Map(ids.map((id) => [id, known.get(id) ?? GONE]))
    },
  })
  return (id) => {
    if (id === null) return 'The shop itself'
    if (id === user?.id) return 'You'
    if (!isAdmin) return `Account ${id.slice(0, 8)}`
    if (!asked.has(id)) {
      asked.add(id)
      if (!willAsk) {
        willAsk = true
        queueMicrotask(() => {
          willAsk = false
          void client.invalidateQueries({ queryKey: ['account-names'] })
        })
      }
    }
    return data?.get(id) ?? '…'
  }
}

const GONE = 'A removed account'
