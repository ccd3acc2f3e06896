import { useQueryClient } from '@tanstack/react-query'
import * as controls from '../../ui/controls.module.css'
import * as page from '../../ui/page.module.css'
import { signOut } from '../session/session-store.ts'
import { SetUpFactor } from './set-up-factor.tsx'

/** In the place of any screen, where admins need a second factor and this one has none. */
export function FactorMissing() {
  const client = useQueryClient()
  return (
    <main className={page.full}>
      <title>Second factor | Admin Dashboard</title>
      <div className={page.panel}>
        <h1 className={page.title}>Set up a second factor</h1>
        <p className={page.soft}>Admins of this shop sign in with a second factor. Set yours up to go on.</p>
        <SetUpFactor onDone={() => void client.invalidateQueries({ queryKey: ['staff-role'] })} />
        <p>
          <button type="button" className={controls.link} onClick={() => void signOut()}>
            Sign Out
          </button>
        </p>
      </div>
    </main>
  )
}
