import { type FormEvent, useState } from 'react'
import { supabase, unwrap } from '../../client.ts'
import * as controls from '../../ui/controls.module.css'
import { Field } from '../../ui/field.tsx'
import * as page from '../../ui/page.module.css'
import { signOut } from '../session/session-store.ts'
import { RecoveryCode } from './recovery-code.tsx'

/** Asks for the code of the authenticator app. Without it the database grants this session nothing. */
export const SecondFactor = () => (
  <main className={page.full}>
    <title>Second factor | Admin Dashboard</title>
    <div className={page.panel}>
      <h1 className={page.title}>Enter your code</h1>
      <p className={page.soft}>This account asks for the code of its authenticator app.</p>
      <CodeForm />
      <RecoveryCode />
    </div>
  </main>
)

/** The code's field; the session's own event tells when it was right. */
export function CodeForm() {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  const verify = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code') ?? '').replaceAll(/\s/g, '')
    if (!/^\d{6}$/.test(code)) return setError('Please enter the six digits that your authenticator app shows')
    setBusy(true)
    setError(await showFactor(code))
    setBusy(false)
  }

  return (
    <form onSubmit={verify} noValidate>
      <Field
        label="Code from your authenticator app"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        autoFocus
        error={error}
      />
      <div className={page.row}>
        <button type="submit" className={controls.button} disabled={busy}>
          {busy ? 'Checking...' : 'Continue'}
        </button>
        <button type="button" className={controls.link} onClick={() => void signOut()}>
          Sign Out
        </button>
      </div>
    </form>
  )
}

/** Undefined when the code is right, else the words that say why not. The session's own event opens the screen. */
async function showFactor(code: string): Promise<string | undefined> {
  try {
    const { totp } = unwrap(await supabase.auth.mfa.listFactors()) ?? { totp: [] }
    const factor = totp.find(({ status }) => status === 'verified')
    if (!factor) return 'This account has no authenticator app any more. Please sign out and in again.'
    unwrap(await supabase.auth.mfa.challengeAndVerify({ factorId: factor.id, code }))
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : 'That did not work just now. Please try again in a moment.'
  }
}
