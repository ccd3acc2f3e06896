/** Delays of the desktop menus (specification, 4.3). */
export const menuDelays = { openMs: 200, skipMs: 300, closeMs: 150 } as const

export interface MenuTimer {
  enter(id: string): void
  leave(): void
  /** A click or a key: at once, and a menu the pointer just opened stays open. */
  toggle(id: string): void
  close(): void
  dispose(): void
}

/**
 * Hover with intent: a menu opens after a pause; while one is open, or was a moment ago, its neighbour opens at once;
 * leaving closes after a pause, so that the way from the word to its panel may cut a corner.
 */
export function createMenuTimer(show: (id: string | null) => void, now: () => number = Date.now): MenuTimer {
  let current: string | null = null
  let openedByHoverAt = Number.NEGATIVE_INFINITY
  let closedAt = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined

  const set = (id: string | null) => {
    clearTimeout(timer)
    if (current !== null && id === null) closedAt = now()
    current = id
    show(id)
  }
  const byHover = (id: string) => {
    openedByHoverAt = now()
    set(id)
  }

  return {
    enter(id) {
      clearTimeout(timer)
      if (current === id) return
      const warm = current !== null || now() - closedAt < menuDelays.skipMs
      if (warm) byHover(id)
      else timer = setTimeout(byHover, menuDelays.openMs, id)
    },
    leave() {
      clearTimeout(timer)
      if (current !== null) timer = setTimeout(set, menuDelays.closeMs, null)
    },
    toggle(id) {
      const justOpened = current === id && now() - openedByHoverAt < menuDelays.skipMs
      set(current === id && !justOpened ? null : id)
    },
    close() {
      set(null)
    },
    dispose() {
      clearTimeout(timer)
    },
  }
}
