import { type FormEvent, useState } from 'react'
import { callFunction } from '../../call-function.ts'
import * as controls from '../../ui/controls.module.css'
import * as dialog from '../../ui/dialog.module.css'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { useOwnEscape } from '../../ui/use-own-escape.ts'

/** Over whatever is open: the password again, before something dangerous is done. */
export function ProofDialog({ email, onDone }: { email: string; onDone: (isProved: boolean) => void }) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  useOwnEscape(() => onDone(false))
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // A form of the screen below, which React takes for this one's parent, is not sent.
    event.stopPropagation()
    const password = String(new FormData(event.currentTarget).get('password') ?? '')
    if (password === '') return setError('Please enter your password')
    setBusy(true)
    try {
      await callFunction('prove-password', { password })
      onDone(true)
    } catch (failed) {
      setError(failed instanceof Error ? failed.message : String(failed))
      setBusy(false)
    }
  }
  return (
    <Dialog title="Enter your password again" open onClose={() => onDone(false)}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <p className={dialog.text}>
          What you are about to do cannot be taken back easily. Your password is asked for once in ten minutes.
        </p>
        {/* For password managers. */}
        <input type="email" name="email" value={email} autoComplete="username" readOnly hidden />
        <Field label="Password" name="password" type="password" autoComplete="current-password" error={error} />
        <div className={dialog.actions}>
          <button type="button" className={controls.button} data-quiet="" onClick={() => onDone(false)}>
            Cancel
          </button>
          <button type="submit" className={controls.button} disabled={busy}>
            {busy ? 'Checking...' : 'Continue'}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
