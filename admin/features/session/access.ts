import { useQuery } from '@tanstack/react-query'
import { supabase, unwrap } from '../../client.ts'
import { type Access, accessOf, parseRights, type StaffRole } from './rights.ts'
import { useSession } from './session-store.ts'

export function useStaffRights() {
  const { user } = useSession()
  return useQuery({
    queryKey: ['staff-role', user?.id],
    enabled: user !== null,
    queryFn: async ({ signal }) => parseRights(unwrap(await supabase.rpc('my_staff_role').abortSignal(signal))),
    // Rights are taken away elsewhere too: each return to the tab asks again.
    refetchOnWindowFocus: 'always',
  })
}

/** Who may be here, decided once for every screen. */
export function useAccess(): Access {
  const { user, loading } = useSession()
  const rights = useStaffRights()
  if (loading) return { kind: 'loading' }
  if (user === null) return { kind: 'signed-out' }
  if (rights.data) return accessOf(rights.data)
  if (rights.error) return { kind: 'failed', message: rights.error.message, role: 'viewer' }
  return { kind: 'loading' }
}

/** The role in force; null while nobody is let in. */
export function useRole(): StaffRole | null {
  const access = useAccess()
  return access.kind === 'granted' ? access.role : null
}
