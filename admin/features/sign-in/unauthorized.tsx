import { useState } from 'react'
import { Navigate } from 'react-router'
import { supabase } from '../../client.ts'
import * as controls from '../../ui/controls.module.css'
import * as page from '../../ui/page.module.css'
import { useAccess, useStaffRights } from '../session/access.ts'
import { signOut, useSession } from '../session/session-store.ts'
import { SecondFactor } from './second-factor.tsx'

/** Access Denied: who somebody is, what they may do, and what it would take (specification, B 2). */
export function Unauthorized() {
  const { user } = useSession()
  const access = useAccess()
  const rights = useStaffRights()
  const [busy, setBusy] = useState(false)

  const refresh = async () => {
    setBusy(true)
    // A role that was given meanwhile is in force at once; a session that has ended is found out here.
    await supabase.auth.refreshSession()
    await rights.refetch()
    setBusy(false)
  }

  if (access.kind === 'signed-out') return <Navigate to="/login" replace />
  if (access.kind === 'granted' || access.kind === 'factor-missing') return <Navigate to="/dashboard" replace />
  if (access.kind === 'second-factor') return <SecondFactor />
  const role = access.kind === 'denied' ? (access.rights.role ?? 'None') : access.kind === 'failed' ? access.role : '…'
  const required = access.kind === 'denied' && access.rights.minimum === 'editor' ? 'Editor' : 'Admin'
  return (
    <main className={page.full} aria-busy={access.kind === 'loading' || busy}>
      <title>Access Denied | Admin Dashboard</title>
      <div className={page.panel}>
        <h1 className={page.title}>Access Denied</h1>
        <p>You don't have the required permissions to access this area.</p>
        <dl className={page.facts}>
          <dt>Email</dt>
          <dd>{user?.email ?? '…'}</dd>
          <dt>Current role</dt>
          <dd>{role}</dd>
          <dt>Required role</dt>
          <dd>{required}</dd>
        </dl>
        {access.kind === 'failed' && (
          <p className={controls.error} role="alert">
            Error loading user permissions: {access.message}
          </p>
        )}
        {access.kind === 'denied' && access.rights.reason === 'application' && (
          <p className={page.soft}>An application that signs in for you never has rights here. Sign in yourself.</p>
        )}
        <div className={page.row}>
          <button type="button" className={controls.button} onClick={refresh} disabled={busy}>
            Refresh Permissions
          </button>
          <a className={controls.button} data-quiet href="/">
            Return to Home
          </a>
          <button type="button" className={controls.button} data-quiet onClick={() => void signOut()}>
            Sign Out
          </button>
        </div>
      </div>
    </main>
  )
}
