import type { Session, User } from '@supabase/supabase-js'

/** Who is signed in (specification, 4.10). */
export interface SessionState {
  session: Session | null
  user: User | null
  /** Until the first look has come back, or sign-in has told of a change. */
  loading: boolean
}

/** What is needed of supabase-js's sign-in part. */
interface Auth {
  getSession(): Promise<{ data: { session: Session | null } }>
  onAuthStateChange(callback: (event: string, session: Session | null) => void): {
    data: { subscription: { unsubscribe(): void } }
  }
}

/** Follows a client's sign-in. `onChange` is told each new state; the returned function ends it. */
export function followSession(auth: Auth, onChange: (state: SessionState) => void): () => void {
  let ended = false
  let told = false
  const tell = (session: Session | null) => {
    if (ended) return
    told = true
    onChange({ session, user: session?.user ?? null, loading: false })
  }
  onChange({ session: null, user: null, loading: true })
  const { data } = auth.onAuthStateChange((_event, session) => tell(session))
  auth.getSession().then(
    ({ data: first }) => {
      // An event that came meanwhile knows better than the look that began before it.
      if (!told) tell(first.session)
    },
    () => {
      if (!told) tell(null)
    },
  )
  return () => {
    ended = true
    data.subscription.unsubscribe()
  }
}
