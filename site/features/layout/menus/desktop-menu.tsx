import { type FocusEvent, type KeyboardEvent, type PointerEvent, useEffect, useMemo, useState } from 'react'
import { ChevronIcon } from '#design/icons.tsx'
import { desktopMenu, isCurrent, isGroup, type NavGroup, type NavLink } from '#domain/navigation.ts'
import * as styles from './desktop-menu.module.css'
import { createMenuTimer } from './menu-timer.ts'

/** One row of words; groups open on hover, click, Enter and arrow keys. Without script they open by focus and hover. */
export function DesktopMenu({ pathname }: { pathname: string }) {
  const [open, setOpen] = useState<string | null>(null)
  const timer = useMemo(() => createMenuTimer(setOpen), [])
  useEffect(() => () => timer.dispose(), [timer])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the menu
  useEffect(() => timer.close(), [pathname, timer])

  const onMouse = (act: () => void) => (event: PointerEvent) => {
    if (event.pointerType === 'mouse') act()
  }

  return (
    <nav className={styles.desktopMenu} aria-label="Main">
      <ul>
        {desktopMenu.map((entry) =>
          isGroup(entry) ? (
            <li
              key={entry.label}
              className={styles.menuGroup}
              onPointerEnter={onMouse(() => timer.enter(entry.label))}
              onPointerLeave={onMouse(() => timer.leave())}
              onBlur={(event) => leaves(event) && timer.close()}
              onKeyDown={(event) => onKey(event, () => timer.close())}
            >
              <Group
                group={entry}
                open={open === entry.label}
                pathname={pathname}
                onToggle={() => timer.toggle(entry.label)}
              />
            </li>
          ) : (
            <li key={entry.to}>
              <MenuLink link={entry} pathname={pathname} />
            </li>
          ),
        )}
      </ul>
    </nav>
  )
}

interface GroupProps {
  group: NavGroup
  open: boolean
  pathname: string
  onToggle: () => void
}

function Group({ group, open, pathname, onToggle }: GroupProps) {
  const id = `menu-${group.label.toLowerCase()}`
  const current = group.links.some((link) => isCurrent(link, pathname))
  return (
    <>
      <button
        type="button"
        className={styles.menuWord}
        data-part="menu-word"
        aria-expanded={open}
        aria-controls={id}
        data-current={current || undefined}
        onClick={onToggle}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          if (!open) onToggle()
          const panel = document.getElementById(id)
          requestAnimationFrame(() => panel?.querySelector('a')?.focus())
        }}
      >
        {group.label}
        <ChevronIcon />
      </button>
      <ul id={id} className={styles.menuPanel} data-open={open || undefined}>
        {group.links.map((link) => (
          <li key={link.to}>
            <MenuLink link={link} pathname={pathname} />
          </li>
        ))}
      </ul>
    </>
  )
}

function MenuLink({ link, pathname }: { link: NavLink; pathname: string }) {
  return (
    <a
      href={link.to}
      className={styles.menuWord}
      data-part="menu-word"
      aria-current={isCurrent(link, pathname) ? 'page' : undefined}
    >
      {link.label}
    </a>
  )
}

const leaves = (event: FocusEvent): boolean =>
  !(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))

/** Escape closes and goes back to the word; up and down walk through the panel. */
function onKey(event: KeyboardEvent<HTMLLIElement>, close: () => void) {
  const item = event.currentTarget
  if (event.key === 'Escape') {
    item.querySelector('button')?.focus()
    close()
    return
  }
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const links = [...item.querySelectorAll('a')]
  const focused = document.activeElement
  const at = focused instanceof HTMLAnchorElement ? links.indexOf(focused) : -1
  if (at < 0) return
  event.preventDefault()
  const next = at + (event.key === 'ArrowDown' ? 1 : -1)
  if (next < 0) item.querySelector('button')?.focus()
  else links[Math.min(next, links.length - 1)]?.focus()
}
