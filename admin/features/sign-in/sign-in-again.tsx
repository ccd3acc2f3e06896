import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { supabase } from '../../client.ts'
import * as controls from '../../ui/controls.module.css'
import * as dialog from '../../ui/dialog.module.css'
import { Field } from '../../ui/field.tsx'
import * as page from '../../ui/page.module.css'
import { useOwnEscape } from '../../ui/use-own-escape.ts'
import { signOut } from '../session/session-store.ts'
import { CodeForm } from './second-factor.tsx'

interface SignInAgainProps {
  email: string
  /** The session is signed in again and lacks the second factor. */
  asksForCode: boolean
}

/**
 * Over a screen whose session was ended elsewhere: what was being written stays below it, unseen, until the same person
 * is signed in again. Nothing but that or Sign Out closes it.
 */
export function SignInAgain({ email, asksForCode }: SignInAgainProps) {
  const client = useQueryClient()
  useOwnEscape(() => {})
  // What the screen asked for meanwhile was refused.
  useEffect(() => () => void client.invalidateQueries(), [client])
  return (
    <AlertDialog.Root open>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={dialog.backdrop} data-opaque="" />
        <AlertDialog.Popup className={dialog.popup} data-small="">
          <AlertDialog.Title className={dialog.title}>Your session has ended</AlertDialog.Title>
          <AlertDialog.Description className={dialog.text}>
            {`Sign in again as ${email} to go on where you were. What was not saved is still there.`}
          </AlertDialog.Description>
          {asksForCode ? <CodeForm /> : <PasswordForm email={email} />}
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

function PasswordForm({ email }: { email: string }) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password') ?? '')
    if (password === '') return setError('Please enter your password')
    setBusy(true)
    const failure = await supabase.auth.signInWithPassword({ email, password }).then(
      (result) => result.error && (result.error.message || 'Failed to sign in'),
      () => 'Failed to sign in',
    )
    setBusy(false)
    setError(failure ?? undefined)
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      {/* For password managers. */}
      <input type="email" name="email" value={email} autoComplete="username" readOnly hidden />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        maxLength={72}
        error={error}
      />
      <div className={page.row}>
        <button type="submit" className={controls.button} disabled={busy}>
          {busy ? 'Signing in...' : 'Sign In'}
        </button>
        <button type="button" className={controls.link} onClick={() => void signOut()}>
          Sign Out
        </button>
      </div>
    </form>
  )
}
