import { useEffect, useRef } from 'react'
import { ChevronIcon } from '#design/icons.tsx'
import { isCurrent, stripGroups } from '#domain/navigation.ts'
import * as styles from './menu-strip.module.css'

/** Pop-up menus under the header on phones: open on tap, close on any click outside, on a chosen item and on Back. */
export function MenuStrip({ pathname }: { pathname: string }) {
  const strip = useRef<HTMLElement>(null)

  useEffect(() => {
    const closeOthers = (keep: Element | null) => {
      for (const group of strip.current?.querySelectorAll('details') ?? []) if (group !== keep) group.open = false
    }
    const onClick = (event: MouseEvent) => {
      const target = event.target instanceof Element ? event.target : null
      closeOthers(target?.closest('a') ? null : (target?.closest('details') ?? null))
    }
    const onKey = (event: KeyboardEvent) => {
      const group = strip.current?.querySelector<HTMLDetailsElement>('details[open]')
      if (event.key !== 'Escape' || !group) return
      if (group.contains(document.activeElement)) group.querySelector('summary')?.focus()
      closeOthers(null)
    }
    // Back and Forward leave the page that it was opened on.
    const onMove = () => closeOthers(null)
    window.addEventListener('popstate', onMove)
    document.addEventListener('click', onClick)
    document.addEventListener('keydown', onKey)
    return () => {
      window.removeEventListener('popstate', onMove)
      document.removeEventListener('click', onClick)
      document.removeEventListener('keydown', onKey)
    }
  }, [])

  return (
    <nav ref={strip} className={styles.menuStrip} data-part="menu-strip" aria-label="Sections">
      {stripGroups.map((group) => (
        // one name: the browser itself keeps a single pop-up open
        <details key={group.label} name="menu-strip" suppressHydrationWarning>
          <summary>
            {group.label}
            <ChevronIcon />
          </summary>
          <ul>
            {group.links.map((link) => (
              <li key={link.to}>
                <a href={link.to} aria-current={isCurrent(link, pathname) ? 'page' : undefined}>
                  {link.label}
                </a>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </nav>
  )
}
