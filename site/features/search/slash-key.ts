const key = 'slash-key'

/**
 * Whether '/' opens the search from anywhere on a page. It can be switched off: who speaks to the computer, or brushes keys
 * by accident, must not be carried away by a single character (WCAG 2.1.4).
 */
export function slashKeyIsOn(): boolean {
  try {
    return localStorage.getItem(key) !== 'off'
  } catch {
    return true
  }
}

export function switchSlashKey(on: boolean): void {
  try {
    if (on) localStorage.removeItem(key)
    else localStorage.setItem(key, 'off')
  } catch {
    // Without storage it stays on.
  }
}

/** A bare '/' outside of every field, while nothing else is open over the page. */
export const isSlashKey = (event: KeyboardEvent): boolean =>
  event.key === '/' &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !(event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [contenteditable]')) &&
  !document.querySelector('dialog[open]') &&
  slashKeyIsOn()
