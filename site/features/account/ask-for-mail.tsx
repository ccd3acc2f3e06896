import { type FormEvent, useState } from 'react'
import * as controls from '#design/controls.module.css'
import { isEmail } from '#domain/email.ts'
import * as fieldStyles from '#site/ui/field.module.css'
import { Field } from '#site/ui/field.tsx'
import { MailWaits } from '#site/ui/mail-waits.tsx'
import * as accountFormStyles from './account-form.module.css'
import { askForMail } from './recovery-steps.ts'

/** Asks for the mail with the link. The answer is the same whether or not there is such an account. */
export function AskForMail() {
  const [state, setState] = useState<'idle' | 'sending' | 'sent'>('idle')
  const [error, setError] = useState<string>()

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email')).trim()
    if (email === '') return setError('Please enter your email address')
    if (!isEmail(email)) return setError('Please enter a valid email address')
    setError(undefined)
    setState('sending')
    const result = await askForMail(email).catch(() => ({ ok: false, message: 'Failed to send password reset email' }))
    setState(result.ok ? 'sent' : 'idle')
    if ('message' in result) setError(result.message)
  }

  if (state === 'sent') {
    return (
      <p role="status" className={fieldStyles.formNote} data-kind="success">
        Password reset email sent. Please check your inbox.
        <MailWaits />
      </p>
    )
  }
  return (
    <form className={accountFormStyles.accountForm} onSubmit={onSubmit} noValidate data-document>
      <Field label="Email Address" name="email" type="email" autoComplete="username" maxLength={254} error={error} />
      <button type="submit" className={`${controls.button} ${controls.large}`} disabled={state === 'sending'}>
        {state === 'sending' ? 'Sending...' : 'Send the link'}
      </button>
    </form>
  )
}
