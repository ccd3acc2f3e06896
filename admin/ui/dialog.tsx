import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import * as controls from './controls.module.css'
import * as styles from './dialog.module.css'
import { Field } from './field.tsx'

interface DialogProps {
  title: string
  open: boolean
  onClose: () => void
  children: ReactNode
}

/** A form over the screen. Escape, the cross and a tap beside it ask to close. */
export function Dialog({ title, open, onClose, children }: DialogProps) {
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Base.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup
          ref={popup}
          className={styles.popup}
          // A finger would get the screen's keyboard over the form.
          initialFocus={(how) => (how === 'touch' ? null : firstField(popup.current)) ?? popup.current}
        >
          <header className={styles.head}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            <Base.Close className={styles.close} aria-label="Close">
              <X size={18} strokeWidth={1.6} aria-hidden="true" />
            </Base.Close>
          </header>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

const firstField = (popup: HTMLElement | null) =>
  popup?.querySelector<HTMLElement>('input:enabled, select:enabled, textarea:enabled')

export interface Question {
  title: string
  text: string
  /** The word on the button that goes ahead. */
  action: string
  /** What is written before it goes ahead, by its label. */
  asks?: string
  onConfirm: (written: string) => void
  onDecline?: () => void
}

/** A question that has to be answered before something is done that cannot be taken back. */
export const Confirm = ({ question, onDone }: { question: Question | null; onDone: () => void }) => (
  <AlertDialog.Root
    open={question !== null}
    onOpenChange={(isOpen) => {
      if (isOpen) return
      question?.onDecline?.()
      onDone()
    }}
  >
    <AlertDialog.Portal>
      <AlertDialog.Backdrop className={styles.backdrop} />
      <AlertDialog.Popup className={styles.popup} data-small="">
        <AlertDialog.Title className={styles.title}>{question?.title}</AlertDialog.Title>
        <AlertDialog.Description className={styles.text}>{question?.text}</AlertDialog.Description>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            const written = new FormData(event.currentTarget).get('written')
            question?.onConfirm(typeof written === 'string' ? written.trim() : '')
            onDone()
          }}
        >
          {question?.asks && <Field label={question.asks} name="written" required maxLength={500} autoComplete="off" />}
          <div className={styles.actions}>
            <AlertDialog.Close className={controls.button} data-quiet="" type="button">
              Cancel
            </AlertDialog.Close>
            <button type="submit" className={controls.button}>
              {question?.action}
            </button>
          </div>
        </form>
      </AlertDialog.Popup>
    </AlertDialog.Portal>
  </AlertDialog.Root>
)
