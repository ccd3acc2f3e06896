import { useEffect, useRef, useState } from 'react'
import {
  useLocation,
  useNavigate,
  useNavigation,
  UNSAFE_useScrollRestoration as useScrollRestoration,
} from 'react-router'

/**
 * Turns plain links and GET forms into navigations inside the page. Done once, on the document, instead of in a link
 * component: hundreds of links then cost nothing to render, and all of them work before (and without) this script.
 */
export function PageNavigation() {
  const navigate = useNavigate()
  useScrollRestoration()

  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!link || !isPlainClick(event) || !staysInside(link)) return
      event.preventDefault()
      const replace = link.href === window.location.href // as without script: a page read again is no step back
      navigate(link.pathname + link.search + link.hash, { ...keepsPlace(link), replace })
    }
    const onSubmit = (event: SubmitEvent) => {
      const form = event.target
      if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method !== 'get') return
      event.preventDefault()
      navigate(formAddress(form), keepsPlace(form))
    }
    document.addEventListener('click', onClick)
    document.addEventListener('submit', onSubmit)
    document.documentElement.dataset.ready = ''
    return () => {
      document.removeEventListener('click', onClick)
      document.removeEventListener('submit', onSubmit)
    }
  }, [navigate])

  return (
    <>
      <Progress />
      <RouteAnnouncer />
    </>
  )
}

/** A list that is narrowed stays where the visitor is reading it. */
const keepsPlace = (element: HTMLElement) => ({ preventScrollReset: element.dataset.keepPlace !== undefined })

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
  if (link.dataset.document !== undefined) return false
  const samePage = link.pathname === window.location.pathname && link.search === window.location.search
  return !(samePage && link.hash) // a jump within the page is the browser's own
}

/** A thin line while the next page loads; it waits 150 ms, so that quick pages do not flash. */
function Progress() {
  const { state } = useNavigation()
  return <div className="progress" data-active={state !== 'idle' || undefined} aria-hidden="true" />
}

/** A new page is announced by its title, and the keyboard starts at its heading. Silent on the first page. */
function RouteAnnouncer() {
  const { pathname } = useLocation()
  const [title, setTitle] = useState('')
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const heading = document.querySelector<HTMLElement>('main h1')
    if (heading && !window.location.hash) {
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
    }
    setTitle(document.title)
  }, [pathname])
  return (
    <p className="sr-only" role="status" aria-live="polite">
      {title}
    </p>
  )
}
