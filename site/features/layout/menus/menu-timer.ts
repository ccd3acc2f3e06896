/** Delays of the desktop menus (specification, 4.3). */
export const menuDelays = { openMs: 200, skipMs: 300, closeMs: 150 } as const

/** Tooltips: the same way of opening, with more patience (specification, 9). */
export const tooltipDelays = { openMs: 700, skipMs: 300, closeMs: 0 } as const

export interface MenuTimer<Id = string> {
  enter(id: Id): void
  leave(): void
  /** A click or a key: at once, and a menu the pointer just opened stays open. */
  toggle(id: Id): void
  close(): void
  dispose(): void
}

/**
 * Hover with intent: a menu opens after a pause; while one is open, or was a moment ago, its neighbour opens at once;
 * leaving closes after a pause, so that the way from the word to its panel may cut a corner.
 */
export function createMenuTimer<Id = string>(
  show: (id: Id | null) => void,
  { openMs, skipMs, closeMs }: { [Name in keyof typeof menuDelays]: number } = menuDelays,
  now: () => number = Date.now,
): MenuTimer<Id> {
  let current: Id | null = null
  let openedByHoverAt = Number.NEGATIVE_INFINITY
  let closedAt = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined

  const set = (id: Id | null) => {
    clearTimeout(timer)
    if (current !== null && id === null) closedAt = now()
    current = id
    show(id)
  }
  const byHover = (id: Id) => {
    openedByHoverAt = now()
    set(id)
  }

  return {
    enter(id) {
      clearTimeout(timer)
      if (current === id) return
      const warm = current !== null || now() - closedAt < skipMs
      if (warm) byHover(id)
      else timer = setTimeout(byHover, openMs, id)
    },
    leave() {
      clearTimeout(timer)
      if (current !== null) timer = setTimeout(set, closeMs, null)
    },
    toggle(id) {
      const justOpened = current === id && now() - openedByHoverAt < skipMs
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
