export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

const storageKey = 'theme'
const listeners = new Set<() => void>()
/** For browsers that refuse to store: the choice then lasts as long as the page. */
let unstored: Theme | null = null

export function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(storageKey)
    return themes.find((theme) => theme === stored) ?? unstored ?? 'system'
  } catch {
    return unstored ?? 'system'
  }
}

export function applyTheme(theme: Theme): void {
  unstored = theme
  try {
    localStorage.setItem(storageKey, theme)
  } catch {
    // private mode: shown now, forgotten later
  }
  showTheme(theme)
  for (const listener of listeners) listener()
}

/** Other tabs of the visitor follow. */
export function subscribeTheme(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== storageKey) return
    showTheme(storedTheme())
    listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

/** The stylesheet follows the system by itself; only a choice against it needs a mark. */
export function showTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}
