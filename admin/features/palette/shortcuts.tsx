import { Command as CommandIcon } from 'lucide-react'
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { StaffRole } from '../session/rights.ts'
import * as shell from '../shell/shell.module.css'

// Neither weighs on the screen that is opened first.
const Palette = lazy(() => import('./palette.tsx').then((it) => ({ default: it.Palette })))
const ShortcutsHelp = lazy(() => import('./shortcuts-help.tsx').then((it) => ({ default: it.ShortcutsHelp })))

/** Ctrl or Cmd and K, the slash and the question mark, from wherever nobody is typing; and a button for the first. */
export function Shortcuts({ role }: { role: StaffRole }) {
  const [open, setOpen] = useState<'palette' | 'help' | null>(null)
  // What is typed between the shortcut and the palette's field; null when there is no palette to wait for.
  const early = useRef<string | null>(null)
  const close = () => {
    early.current = null
    setOpen(null)
  }
  // The palette's field takes the focus before the dialog has seen who had it.
  const opener = useRef<HTMLElement | null>(null)
  const openPalette = () => {
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    early.current = ''
    setOpen('palette')
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
    if (early.current !== null && !event.ctrlKey && !event.metaKey && !event.altKey) {
      if (event.key === 'Escape') close()
      else if (event.key === 'Backspace') early.current = early.current.slice(0, -1)
      else if (event.key.length === 1) early.current += event.key
    } else if (isCommand && event.key.toLowerCase() === 'k') open === 'palette' ? close() : openPalette()
    else if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || isUnderDialog()) return
    else if (event.key === '?') setOpen('help')
    else if (event.key === '/') {
      const search = document.querySelector<HTMLInputElement>('[data-list-search]')
      if (!search) return
      search.focus()
      search.select()
    } else return
    event.preventDefault()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
  return (
    <>
      <button
        type="button"
        className={shell.toggle}
        data-always=""
        aria-label="Command palette"
        aria-keyshortcuts="Control+K Meta+K"
        title="Command palette (Ctrl+K)"
        onClick={openPalette}
      >
        <CommandIcon size={18} strokeWidth={1.6} aria-hidden="true" />
      </button>
      <Suspense>
        {open === 'palette' && (
          <Palette role={role} early={early} opener={opener} onClose={close} onHelp={() => setOpen('help')} />
        )}
        {open === 'help' && <ShortcutsHelp onClose={close} />}
      </Suspense>
    </>
  )
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && target.type !== 'checkbox'))

/** A key under an open dialog would do something that nobody sees. */
const isUnderDialog = (): boolean =>
  document.querySelector('[role="dialog"]:not([popover]), [role="alertdialog"]') !== null
