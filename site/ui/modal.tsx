import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'

interface ModalProps {
  id: string
  className: string | undefined
  labelledBy: string
  open: boolean
  onOpenChange: (open: boolean) => void
  children: ReactNode
}

/**
 * The platform's own modal dialog: focus is kept inside, Escape closes it, focus returns to its opener and the page
 * behind is inert. Its parent says whether it is open; a dialog the visitor opened before hydration is adopted.
 */
export function Modal({ id, className, labelledBy, open, onOpenChange, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    const element = dialog.current
    if (!element) return
    if (element.open) onOpenChange(true)
    const onToggle = () => onOpenChange(element.open)
    const gone = new AbortController()
    const { signal } = gone
    element.addEventListener('toggle', onToggle, { signal })
    element.addEventListener('close', onToggle, { signal })
    // Back is a way out of it as well: the page that comes back is not to be covered.
    window.addEventListener('popstate', () => element.close(), { signal })
    return () => gone.abort()
  }, [onOpenChange])

  useEffect(() => {
    const element = dialog.current
    if (open && !element?.open) element?.showModal()
    if (!open && element?.open) element.close()
  }, [open])

  const onBackdrop = (event: MouseEvent) => {
    if (event.target === dialog.current) onOpenChange(false)
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way, and the dialog element brings it
    <dialog
      ref={dialog}
      id={id}
      className={className}
      aria-labelledby={labelledBy}
      onClick={onBackdrop}
      suppressHydrationWarning
    >
      {children}
    </dialog>
  )
}

/** For the button that opens a modal: the browser does it by itself, so it works before any script has loaded. */
export const opens = (id: string, onOpenChange: (open: boolean) => void) => ({
  ...{ command: 'show-modal', commandfor: id },
  'aria-haspopup': 'dialog' as const,
  'aria-controls': id,
  onClick: () => bySelf() || onOpenChange(true),
})

/** The same for its close button. */
export const closes = (id: string, onOpenChange: (open: boolean) => void) => ({
  ...{ command: 'close', commandfor: id },
  onClick: () => bySelf() || onOpenChange(false),
})

/** Browsers that know invoker commands open and close the dialog themselves; its toggle event then tells the parent. */
const bySelf = (): boolean => 'command' in HTMLButtonElement.prototype
