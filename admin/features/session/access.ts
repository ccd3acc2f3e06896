import { useQuery } from '@tanstack/react-query'
import { supabase, unwrap } from '../../client.ts'
import { type Access, accessOf, parseRights, type StaffRole } from './rights.ts'
import { hasEnded, useSession } from './session-store.ts'

export function useStaffRights() {
  const session = useSession()
  const { user } = session
  return useQuery({
    queryKey: ['staff-role', user?.id],
    enabled: user !== null && !hasEnded(session),
    queryFn: async ({ signal }) => parseRights(unwrap(await supabase.rpc('my_staff_role').abortSignal(signal))),
    // Rights are taken away elsewhere too: each return to the tab asks again.
    refetchOnWindowFocus: 'always',
  })
}

/** Who may be here, decided once for every screen. */
export function useAccess(): Access {
  const session = useSession()
  const rights = useStaffRights()
  if (session.loading) return { kind: 'loading' }
  if (session.user === null || hasEnded(session)) return { kind: 'signed-out' }
  if (rights.data) return accessOf(rights.data)
  if (rights.error) return { kind: 'failed', message: rights.error.message, role: 'viewer' }
  return { kind: 'loading' }
}

/** The role in force; null while nobody is let in. */
export function useRole(): StaffRole | null {
  const access = useAccess()
  return access.kind === 'granted' ? access.role : null
}
