import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import * as controls from './controls.module.css'
import * as styles from './dialog.module.css'

interface DialogProps {
  title: string
  open: boolean
  onClose: () => void
  children: ReactNode
}

/** A form over the screen. Escape, the cross and a tap beside it ask to close. */
export const Dialog = ({ title, open, onClose, children }: DialogProps) => (
  <Base.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
    <Base.Portal>
      <Base.Backdrop className={styles.backdrop} />
      <Base.Popup className={styles.popup}>
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

export interface Question {
  title: string
  text: string
  /** The word on the button that goes ahead. */
  action: string
  onConfirm: () => void
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
        <div className={styles.actions}>
          <AlertDialog.Close className={controls.button} data-quiet="">
            Cancel
          </AlertDialog.Close>
          <button
            type="button"
            className={controls.button}
            onClick={() => {
              question?.onConfirm()
              onDone()
            }}
          >
            {question?.action}
          </button>
        </div>
      </AlertDialog.Popup>
    </AlertDialog.Portal>
  </AlertDialog.Root>
)
