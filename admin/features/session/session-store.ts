import { useSyncExternalStore } from 'react'
import { followSession, type SessionState } from '#domain/session.ts'
import { supabase } from '../../client.ts'
import { queryClient } from '../../query-client.ts'
import { forgetRefusal, takeRefusal } from '../../refused-refresh.ts'

let state: SessionState = { session: null, user: null, loading: true }
const listeners = new Set<() => void>()

/** Follows sign-in for as long as the page is open. Each event may change what the caller may do. */
export function startSession(): () => void {
  return followSession(supabase.auth, (told) => {
    // Who it was stays known where the server ended the session: their screen waits for them to sign in again.
    const isEnded = told.session === null && !told.loading && state.user !== null && takeRefusal()
    const next = isEnded ? { ...told, user: state.user } : told
    const isOther = next.user?.id !== state.user?.id
    state = next
    // Nothing of one person's screens is shown to the next.
    if (isOther && !next.loading) queryClient.clear()
    else void queryClient.invalidateQueries({ queryKey: ['staff-role'] })
    for (const listener of listeners) listener()
  })
}

export const useSession = (): SessionState => useSyncExternalStore(subscribe, () => state)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A session that the server ended is null while its user is known. */
export const hasEnded = ({ session, user }: SessionState): boolean => user !== null && session === null

/** Every tab hears of it. A server that knows the session no more is no reason to keep it. */
export async function signOut(): Promise<void> {
  forgetRefusal()
  await supabase.auth.signOut({ scope: 'local' })
}

/** Other browsers that are signed in to the account too. */
export async function signOutEverywhere(): Promise<void> {
  forgetRefusal()
  await supabase.auth.signOut({ scope: 'global' })
}
