export interface Toast {
  id: number
  kind: 'success' | 'error' | 'info' | 'warning'
  message: string
  /** What may be done about it, and is over with the toast. */
  action?: ToastAction
}

export interface ToastAction {
  label: string
  run: () => void
}

export const maxVisible = 3
/** Long enough to read one sentence (specification, 9). */
export const closeAfterMs = 4000

let toasts: readonly Toast[] = []
let paused = false
let nextId = 1
const listeners = new Set<() => void>()
const timers = new Map<number, ReturnType<typeof setTimeout>>()

export function toast(kind: Toast['kind'], message: string, action?: ToastAction): void {
  const id = nextId++
  change([...toasts, { id, kind, message, action }])
  if (!paused) closeLater(id)
}

/** Says it again in place of the same that still stands: what one taps again and again would fill the screen. */
export function renewToast(kind: Toast['kind'], message: string): void {
  for (const { id } of toasts.filter((shown) => shown.kind === kind && shown.message === message && !shown.action)) {
    clearTimeout(timers.get(id))
    timers.delete(id)
    toasts = toasts.filter((shown) => shown.id !== id)
  }
  toast(kind, message)
}

export function dismissToast(id: number): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  change(toasts.filter((shown) => shown.id !== id))
  if (toasts.length === 0) paused = false // the pointer left with the last one
}

/** Nothing disappears under the pointer or the keyboard. */
export function pauseToasts(): void {
  paused = true
  for (const timer of timers.values()) clearTimeout(timer)
  timers.clear()
}

export function resumeToasts(): void {
  paused = false
  for (const { id } of toasts) closeLater(id)
}

export const toastsSnapshot = (): readonly Toast[] => toasts

export function toastsSubscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function closeLater(id: number): void {
  clearTimeout(timers.get(id))
  timers.set(id, setTimeout(dismissToast, closeAfterMs, id))
}

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}
