import { useIsFetching } from '@tanstack/react-query'
import { Menu, PanelLeft } from 'lucide-react'
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, Navigate, Outlet, useLocation } from 'react-router'
import { AskBeforeLeaving } from '../../record/unsaved.tsx'
import * as controls from '../../ui/controls.module.css'
import * as page from '../../ui/page.module.css'
import { Bell } from '../notifications/bell.tsx'
import { Shortcuts } from '../palette/shortcuts.tsx'
import { useAccess } from '../session/access.ts'
import { Proof } from '../session/proof.tsx'
import type { StaffRole } from '../session/rights.ts'
import { signOut, useSession } from '../session/session-store.ts'
import { SecondFactor } from '../sign-in/second-factor.tsx'
import * as styles from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { toggleSidebar, useSidebarOpen } from './sidebar-state.ts'
import { ThemeSwitch } from './theme-switch.tsx'

// Only for an admin who has to set one up.
const FactorMissing = lazy(() => import('../account/factor-missing.tsx').then((it) => ({ default: it.FactorMissing })))
// Loaded when a session ends while a screen is open.
const SignInAgain = lazy(() => import('../sign-in/sign-in-again.tsx').then((it) => ({ default: it.SignInAgain })))
// Loaded when a phone opens its menu.
const Drawer = lazy(() => import('./drawer.tsx').then((it) => ({ default: it.Drawer })))

/** Around every screen: lets in whom the database lets in, and leads everybody else where they belong. */
export function Shell() {
  const access = useAccess()
  const { user } = useSession()
  const { pathname, search, hash } = useLocation()
  // Who was let in last, and as what: their screen outlives the end of their session.
  const [last, setLast] = useState<{ user: string; role: StaffRole } | null>(null)
  if (access.kind === 'granted' && user && (last?.user !== user.id || last.role !== access.role)) {
    setLast({ user: user.id, role: access.role })
  }
  if (user && last?.user === user.id && (access.kind === 'signed-out' || access.kind === 'second-factor')) {
    return <Frame email={user.email ?? ''} role={last.role} asksAgain={access.kind} />
  }
  switch (access.kind) {
    case 'loading':
      return <Loading />
    case 'signed-out':
      // Whoever is signed out in the middle of it is told, and not sent away from what they were writing.
      if (last && pathname === '/wallpapers' && user === null) return <PleaseLogIn />
      return <Leave next={pathname === '/dashboard' ? null : pathname + search + hash} />
    case 'second-factor':
      return <SecondFactor />
    case 'factor-missing':
      return (
        <Suspense fallback={<Loading />}>
          <FactorMissing />
        </Suspense>
      )
    case 'failed':
      return <RoleFailed message={access.message} />
    case 'denied':
      return <Navigate to="/unauthorized" replace />
    case 'granted':
      return <Frame email={user?.email ?? ''} role={access.role} />
  }
}

/** To the sign-in page. What is left of a session that the server ended is removed on the way. */
function Leave({ next }: { next: string | null }) {
  const { user } = useSession()
  useEffect(() => {
    if (user) void signOut()
  }, [user])
  if (user) return <Loading />
  return <Navigate to={next === null ? '/login' : `/login?next=${encodeURIComponent(next)}`} replace />
}

const PleaseLogIn = () => (
  <main className={page.full}>
    <div className={page.panel}>
      <p role="status">Please log in to access this page.</p>
      <p>
        <Link className={controls.button} to="/login?next=/wallpapers">
          Log in
        </Link>
      </p>
    </div>
  </main>
)

export const Loading = () => (
  <main className={page.full} aria-busy="true">
    <p className={page.soft} role="status">
      Loading...
    </p>
  </main>
)

const RoleFailed = ({ message }: { message: string }) => (
  <main className={page.full}>
    <div className={page.panel}>
      <h1 className={page.title}>Admin Dashboard</h1>
      <p className={controls.error} role="alert">
        Error loading user permissions: {message}
      </p>
      <div className={page.row}>
        <a className={controls.link} href={window.location.href}>
          Try refreshing the page
        </a>
        <button type="button" className={controls.link} onClick={() => void signOut()}>
          Sign Out
        </button>
      </div>
    </div>
  </main>
)

interface FrameProps {
  email: string
  role: StaffRole
  /** The session has ended: what its person has to show before the screen goes on. */
  asksAgain?: 'signed-out' | 'second-factor'
}

function Frame({ email, role, asksAgain }: FrameProps) {
  const isOpen = useSidebarOpen()
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  useSidebarShortcut(() => (isPhone() ? setDrawerOpen((open) => !open) : toggleSidebar()))
  const main = useArrival()
  return (
    <div className={styles.frame} data-collapsed={isOpen ? undefined : ''}>
      <AskBeforeLeaving />
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      <aside className={styles.sidebar}>
        <Sidebar email={email} role={role} />
      </aside>
      <div className={styles.page}>
        <header className={styles.header}>
          <button
            type="button"
            className={styles.phoneToggle}
            aria-label="Open the menu"
            aria-haspopup="dialog"
            aria-expanded={isDrawerOpen}
            onClick={() => setDrawerOpen(true)}
          >
            <Menu size={20} strokeWidth={1.6} aria-hidden="true" />
          </button>
          {isDrawerOpen && (
            <Suspense>
              <Drawer email={email} role={role} onClose={() => setDrawerOpen(false)} />
            </Suspense>
          )}
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={isOpen}
            aria-keyshortcuts="Control+B Meta+B"
            title="Toggle the sidebar (Ctrl+B)"
            aria-label="Toggle the sidebar"
            onClick={toggleSidebar}
          >
            <PanelLeft size={18} strokeWidth={1.6} aria-hidden="true" />
          </button>
          <p className={styles.heading}>
            <Link to="/dashboard">Admin Dashboard</Link>
          </p>
          <Bell />
          <Shortcuts role={role} />
          <ThemeSwitch />
          <a className={controls.link} href="/">
            ← Back to Site
          </a>
        </header>
        <main id="content" ref={main} className={styles.content} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <Proof email={email} />
      {asksAgain && (
        <Suspense>
          <SignInAgain email={email} asksForCode={asksAgain === 'second-factor'} />
        </Suspense>
      )}
    </div>
  )
}

/** Below this the sidebar is a drawer; shell.module.css says the same. */
const isPhone = () => window.matchMedia('(max-width: 47.99rem)').matches

/** Ctrl or Cmd and B, as the specification has it (B 2). Editors of texts, where it makes bold, keep it for themselves. */
function useSidebarShortcut(toggle: () => void) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'b' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
    if (event.target instanceof HTMLElement && event.target.isContentEditable) return
    event.preventDefault()
    toggle()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}

/**
 * A new screen begins at its top, or at the section that its address names, and the keyboard follows. What lies above a
 * section grows while it loads: the section is in its place when nothing loads any more.
 */
function useArrival() {
  const { pathname, hash, key } = useLocation()
  const isLoading = useIsFetching() > 0
  const main = useRef<HTMLElement>(null)
  const arrived = useRef<string | null>(null)
  useEffect(() => {
    const section = hash ? document.getElementById(hash.slice(1)) : null
    if (section && arrived.current !== key) {
      section.scrollIntoView()
      section.focus({ preventScroll: true })
      if (!isLoading) arrived.current = key
    }
  }, [hash, key, isLoading])
  const isFirst = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what makes a new screen, though nothing of it is read.
  useEffect(() => {
    if (!isFirst.current && !hash) {
      window.scrollTo(0, 0)
      main.current?.focus({ preventScroll: true })
    }
    isFirst.current = false
  }, [hash, pathname])
  return main
}
