import { type FormEvent, useState } from 'react'
import { siteConfig } from '#domain/site-config.ts'
import { supabase, unwrap } from '../../client.ts'
import * as controls from '../../ui/controls.module.css'
import { Field } from '../../ui/field.tsx'
import * as styles from './account.module.css'

interface NewFactor {
  id: string
  image: string
  secret: string
}

/** A new authenticator app: its QR code and the same as text, and a first code as the proof that it was read. */
export function SetUpFactor({ onDone }: { onDone: () => void }) {
  const [factor, setFactor] = useState<NewFactor | null>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    setError(undefined)
    try {
      await work()
    } catch (failed) {
      setError(failed instanceof Error ? failed.message : String(failed))
    }
    setBusy(false)
  }
  if (!factor) {
    return (
      <>
        <p>This account has none yet. Whoever knows its password can sign in.</p>
        {error && (
          <p className={controls.error} role="alert">
            {error}
          </p>
        )}
        <button
          type="button"
          className={controls.button}
          disabled={busy}
          onClick={() => void attempt(async () => setFactor(await enrolled()))}
        >
          Set up an authenticator app
        </button>
      </>
    )
  }
  const verify = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code') ?? '').replaceAll(/\s/g, '')
    if (!/^\d{6}$/.test(code)) return setError('Please enter the six digits that your authenticator app shows')
    void attempt(async () => {
      unwrap(await supabase.auth.mfa.challengeAndVerify({ factorId: factor.id, code }))
      onDone()
    })
  }
  return (
    <div className={styles.setUp}>
      <img className={styles.code} src={factor.image} alt="QR code for your authenticator app" />
      <form onSubmit={verify} noValidate>
        <p>Scan the code with your authenticator app, or type this into it:</p>
        <p className={styles.secret}>{factor.secret}</p>
        <Field
          label="Code from your authenticator app"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          error={error}
        />
        <button type="submit" className={controls.button} disabled={busy}>
          {busy ? 'Checking...' : 'Turn on'}
        </button>
      </form>
    </div>
  )
}

/** One that was begun and never proved is in the way of a new one, and of no use. */
async function enrolled(): Promise<NewFactor> {
  const { all } = unwrap(await supabase.auth.mfa.listFactors()) ?? { all: [] }
  for (const { id, status } of all)
    if (status === 'unverified') unwrap(await supabase.auth.mfa.unenroll({ factorId: id }))
  const data = unwrap(await supabase.auth.mfa.enroll({ factorType: 'totp', issuer: siteConfig.name }))
  if (!data) throw new Error('The authenticator app could not be set up. Please try again.')
  return { id: data.id, image: data.totp.qr_code, secret: data.totp.secret }
}
