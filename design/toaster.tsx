import { useEffect, useRef, useSyncExternalStore } from 'react'
import * as controls from './controls.module.css'
import { CloseIcon } from './icons.tsx'
import * as styles from './toaster.module.css'
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
    <section
      ref={region}
      className={styles.toaster}
      aria-label="Notifications (Alt+T)"
      tabIndex={-1}
      aria-live="polite"
    >
      <ol onPointerEnter={pauseToasts} onPointerLeave={resumeToasts} onFocus={pauseToasts} onBlur={resumeToasts}>
        {toasts.slice(-maxVisible).map((toast) => (
          <li key={toast.id} className={styles.toast} data-kind={toast.kind}>
            <p>{toast.message}</p>
            {toast.action && <ActionButton {...toast.action} done={() => dismissToast(toast.id)} />}
            <button
              type="button"
              className={controls.iconButton}
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
    className={styles.toastAction}
    onClick={() => {
      run()
      done()
    }}
  >
    {label}
  </button>
)
