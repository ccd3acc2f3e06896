import { useEffect, useRef, useSyncExternalStore } from 'react'
import { CloseIcon } from './icons.tsx'
import {
  dismissToast,
  maxVisible,
  pauseToasts,
  resumeToasts,
  type ToastAction,
  toastsSnapshot,
  toastsSubscribe,
} from './toasts.ts'

const none = [] as const

/** Bottom right, the newest three; Alt+T moves the keyboard there. */
export function Toaster() {
  const toasts = useSyncExternalStore(toastsSubscribe, toastsSnapshot, () => none)
  const region = useRef<HTMLElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.altKey && event.code === 'KeyT') region.current?.focus()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return (
    <section ref={region} className="toaster" aria-label="Notifications (Alt+T)" tabIndex={-1} aria-live="polite">
      <ol onPointerEnter={pauseToasts} onPointerLeave={resumeToasts} onFocus={pauseToasts} onBlur={resumeToasts}>
        {toasts.slice(-maxVisible).map((toast) => (
          <li key={toast.id} className="toast" data-kind={toast.kind}>
            <p>{toast.message}</p>
            {toast.action && <ActionButton {...toast.action} done={() => dismissToast(toast.id)} />}
            <button
              type="button"
              className="icon-button"
              aria-label="Close toast"
              onClick={() => dismissToast(toast.id)}
            >
              <CloseIcon />
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}

const ActionButton = ({ label, run, done }: ToastAction & { done: () => void }) => (
  <button
    type="button"
    className="toast-action"
    onClick={() => {
      run()
      done()
    }}
  >
    {label}
  </button>
)
