import type { PageState } from '../document/page-state.ts'
import { addLink } from './add-link.ts'
import { hydrate } from './hydrate.ts'

/** The first sign of a visitor. Reading alone needs no script. */
const signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'wheel', 'scroll', 'focusin'] as const
/** Of one whose page could not start for want of a connection: deliberate signs, and the connection itself. */
const laterSigns = ['pointerdown', 'keydown', 'online'] as const
const early = { capture: true, passive: true } as const

/** A quiet reader gets the rest after this, in an idle moment: hearts fill, and a first click is answered at once. */
const quietMs = 4000
/** An idle moment never comes on a busy phone. */
const idleWithinMs = 1500

/**
 * Starts the page's scripts with the first sign of a visitor, or when a quiet moment has passed: until then they would
 * only keep a phone busy while somebody is waiting to read. Their bytes are fetched before, once nothing else is.
 */
export function hydrateForVisitor(): void {
  let started = false
  const start = (sign?: Event) => {
    const page = pageState()
    if (started || !page) return
    // Browsers tell of a pointer that merely rests where a page is laid out. There is nothing to point at yet.
    if (sign?.type === 'pointermove' && !isPainted()) return
    started = true
    for (const type of [...signs, ...laterSigns]) removeEventListener(type, start, early)
    hydrate(page).catch(() => {
      started = false
      for (const type of laterSigns) addEventListener(type, start, early)
    })
  }
  for (const type of signs) addEventListener(type, start, early)

  const onLoad = () => {
    const page = pageState()
    // In development, and where a page can show its content only by script.
    if (page?.refresh || document.querySelector('[data-needs-script]')) return start()
    whenPainted(() =>
      whenIdle(() => {
        if (started || savesData()) return
        for (const href of page?.preload ?? []) void addLink({ rel: 'prefetch', as: 'script', href })
      }),
    )
    setTimeout(() => whenIdle(() => start()), quietMs)
  }
  if (document.readyState === 'complete') onLoad()
  else addEventListener('load', onLoad, { once: true })
}

/** null while the page is still arriving: the block stands in it before its text is whole. */
function pageState(): PageState | null {
  const block = document.getElementById('page-state')
  return block && document.readyState !== 'loading' ? JSON.parse(block.textContent) : null
}

/** A busy machine has loaded a page before it has drawn it; one in a hidden tab is drawn when it is looked at. */
function whenPainted(run: () => void): void {
  const observer = new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length === 0) return
    observer.disconnect()
    run()
  })
  observer.observe({ type: 'paint', buffered: true })
}

const isPainted = (): boolean => performance.getEntriesByName('first-contentful-paint').length > 0

function whenIdle(run: () => void) {
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: idleWithinMs })
  else setTimeout(run, 200) // Safari
}

/** A wish of the visitor that only Chromium tells. */
const savesData = (): boolean => {
  const connection: unknown = Reflect.get(navigator, 'connection')
  return typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true
}
