import { type RefObject, useEffect } from 'react'

/** Ctrl or Cmd and S saves the form, instead of the page as a file. */
export function useSaveShortcut(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      // Of several forms on a screen the one that is being filled in.
      const used = document.activeElement?.closest('form')
      if (used && used !== form.current) return
      form.current?.requestSubmit()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [form])
}
