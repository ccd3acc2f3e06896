import { useQuery } from '@tanstack/react-query'
import { useRole } from '../session/access.ts'
import { useSession } from '../session/session-store.ts'
import { staff } from './staff-query.ts'

/** What an account is called: its email for admins, who may know; for others whether it is their own. */
export function useStaffNames(): (id: string | null) => string {
  const { user } = useSession()
  const people = useQuery({ ...staff(200), enabled: useRole() === 'admin' })
  return (id) => {
    if (id === null) return 'The shop itself'
    if (id === user?.id) return 'You'
    return people.data?.find(({ user_id }) => user_id === id)?.email ?? `Account ${id.slice(0, 8)}`
  }
}
