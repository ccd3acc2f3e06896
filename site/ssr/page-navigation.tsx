import { type RefObject, useEffect, useRef, useState } from 'react'
import { ScrollRestoration, useLocation, useNavigate, useNavigation } from 'react-router'
import * as layout from '#design/layout.module.css'
import * as styles from './page-navigation.module.css'

/**
 * Turns plain links and GET forms into navigations inside the page. Done once, on the document, instead of in a link
 * component: hundreds of links then cost nothing to render, and all of them work before (and without) this script.
 */
export function PageNavigation() {
  const navigate = useNavigate()
  const used = useRef<Element>(null)
  const [hydrated, setHydrated] = useState(false)

  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!link || !isPlainClick(event) || !staysInside(link)) return
      event.preventDefault()
      const replace = link.href === window.location.href // as without script: a page read again is no step back
      used.current = link
      navigate(link.pathname + link.search + link.hash, { ...keepsPlace(link), replace })
    }
    const onSubmit = (event: SubmitEvent) => {
      const form = event.target
      if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method !== 'get') return
      event.preventDefault()
      used.current = document.activeElement
      navigate(formAddress(form), keepsPlace(form))
    }
    document.addEventListener('click', onClick)
    document.addEventListener('submit', onSubmit)
    document.documentElement.dataset.ready = ''
    setHydrated(true)
    return () => {
      document.removeEventListener('click', onClick)
      document.removeEventListener('submit', onSubmit)
    }
  }, [navigate])

  return (
    <>
      {/* Its inline script, for a page before its router runs, is refused by the policy here: made in the browser, it never runs. */}
      {hydrated && <ScrollRestoration />}
      <Progress />
      <RouteAnnouncer used={used} />
    </>
  )
}

/** A list that is narrowed stays where the visitor is reading it: the same page, to the eye and to the keyboard. */
export const inPlace = { preventScrollReset: true, state: 'in place' }

const keepsPlace = (element: HTMLElement) => (element.dataset.keepPlace === undefined ? {} : inPlace)

/** The address of a submitted GET form; fields left empty do not appear in it. */
export function formAddress(form: HTMLFormElement): string {
  const search = new URLSearchParams()
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string' && value.trim()) search.append(name, value.trim())
  const query = search.toString()
  const { pathname } = new URL(form.action)
  return query ? `${pathname}?${query}` : pathname
}

const isPlainClick = (event: MouseEvent): boolean =>
  !event.defaultPrevented && event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

function staysInside(link: HTMLAnchorElement): boolean {
  if (link.origin !== window.location.origin || link.target || link.hasAttribute('download')) return false
  // The back office is an app of its own.
  if (link.dataset.document !== undefined || link.pathname.startsWith('/admin/')) return false
  const samePage = link.pathname === window.location.pathname && link.search === window.location.search
  return !(samePage && link.hash) // a jump within the page is the browser's own
}

/** A thin line while the next page loads; it waits 150 ms, so that quick pages do not flash. */
function Progress() {
  const { state } = useNavigation()
  return <div className={styles.progress} data-active={state !== 'idle' || undefined} aria-hidden="true" />
}

/**
 * A new page, or another page of a list, is announced by its title, and the keyboard starts at its heading. Silent on the
 * first page, and where the place is kept: there the list itself says how long it is.
 */
function RouteAnnouncer({ used }: { used: RefObject<Element | null> }) {
  const { pathname, search, hash, state } = useLocation()
  const [title, setTitle] = useState('')
  const shown = useRef({ pathname, search })
  useEffect(() => {
    const before = shown.current
    shown.current = { pathname, search }
    const samePath = before.pathname === pathname
    if (samePath && before.search === search) return
    if (samePath && state === inPlace.state) return keepFocus(used.current)
    focus(hash ? document.getElementById(hash.slice(1)) : document.querySelector('main h1'))
    setTitle(document.title)
  }, [pathname, search, hash, state, used])
  return (
    <p className={layout.srOnly} role="status" aria-live="polite">
      {title}
    </p>
  )
}

/** What was used may be gone with the list it narrowed: its successor takes over, or the list's count. */
function keepFocus(used: Element | null) {
  if (document.activeElement !== document.body) return
  const name = used?.getAttribute('name')
  focus(document.querySelector(name ? `main [name="${name}"]:not([type="hidden"])` : 'main [data-part~=result-count]'))
}

function focus(element: HTMLElement | null) {
  if (!element) return
  if (element.tabIndex < 0) element.tabIndex = -1
  element.focus({ preventScroll: true })
}
