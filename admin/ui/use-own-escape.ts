import { useEffect, useEffectEvent } from 'react'

/**
 * Escape for a dialog of the page's frame alone: a dialog of the screen below, which is no parent of it in React, would
 * take the key for its own and ask to be left.
 */
export function useOwnEscape(onEscape: () => void): void {
  const act = useEffectEvent(onEscape)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopImmediatePropagation()
      act()
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [])
}
