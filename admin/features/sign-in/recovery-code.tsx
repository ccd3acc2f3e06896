import { type FormEvent, useState } from 'react'
import { supabase } from '../../client.ts'
import * as controls from '../../ui/controls.module.css'
import { Field } from '../../ui/field.tsx'
import * as page from '../../ui/page.module.css'
import { signOut } from '../session/session-store.ts'

/** For whoever lost the phone: a recovery code takes the second factor away and ends all sessions. */
export function RecoveryCode() {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const use = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('recovery') ?? '').trim()
    if (code === '') return setError('Please enter one of your recovery codes')
    setBusy(true)
    const refused = await refusalOf(code)
    setError(refused)
    setBusy(false)
    if (refused === undefined) await signOut()
  }
  return (
    <details className={page.soft}>
      <summary>I have no access to my app</summary>
      <p>A recovery code removes the second factor and ends all sessions. Then sign in again with your password.</p>
      <form onSubmit={use} noValidate>
        <Field label="Recovery code" name="recovery" autoComplete="off" maxLength={100} error={error} />
        <button type="submit" className={controls.button} data-quiet="" disabled={busy}>
          {busy ? 'Checking...' : 'Use the code'}
        </button>
      </form>
    </details>
  )
}

/** The function's own words for a code that it refuses; undefined when it was taken. */
async function refusalOf(code: string): Promise<string | undefined> {
  const { error } = await supabase.functions.invoke('use-recovery-code', { body: { code } })
  if (!error) return undefined
  const response: unknown = 'context' in error ? error.context : null
  const said: unknown = response instanceof Response ? await response.json().catch(() => null) : null
  const words = typeof said === 'object' && said !== null && 'error' in said ? said.error : null
  return typeof words === 'string' ? words : 'That did not work just now. Please try again in a moment.'
}
