import { type FormEvent, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { siteConfig } from '#domain/site-config.ts'
import { supabase, urlError } from '../../client.ts'
import * as controls from '../../ui/controls.module.css'
import { Field } from '../../ui/field.tsx'
import * as page from '../../ui/page.module.css'
import { useSession } from '../session/session-store.ts'
import { nextScreen } from './next-screen.ts'

/** Sign-in with address and password; a second factor is asked for by whatever screen comes next. */
export function Login() {
  const { user, loading } = useSession()
  const [search] = useSearchParams()
  if (user) return <Navigate to={nextScreen(search.get('next'))} replace />
  return (
    <main className={page.full} aria-busy={loading}>
      <title>{`Sign in | ${siteConfig.name}`}</title>
      <div className={page.panel}>
        <p className={page.mark}>{siteConfig.name}</p>
        <h1 className={page.title}>Admin Login</h1>
        <p className={page.soft}>Access is restricted to administrators only.</p>
        <LoginForm />
        <p>
          <a className={controls.link} href="/">
            Back to Home
          </a>
        </p>
      </div>
    </main>
  )
}

function LoginForm() {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(urlError)
  const [isSent, setSent] = useState(false)
  const [missing, setMissing] = useState<{ email?: string; password?: string }>({})

  const signIn = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { email, password } = valuesOf(event.currentTarget)
    const lacks = {
      ...(email === '' && { email: 'Please enter your email address' }),
      ...(password === '' && { password: 'Please enter your password' }),
    }
    setMissing(lacks)
    if (Object.keys(lacks).length > 0) return
    setBusy(true)
    setError(null)
    const failure = await supabase.auth.signInWithPassword({ email, password }).then(
      (result) => result.error && (result.error.message || 'Failed to sign in'),
      () => 'Failed to sign in',
    )
    setBusy(false)
    setError(failure)
  }

  const sendReset = async (form: HTMLFormElement | null) => {
    const email = form ? valuesOf(form).email : ''
    setSent(false)
    if (email === '') return setMissing({ email: 'Please enter your email address' })
    setMissing({})
    setError(null)
    const redirectTo = `${window.location.origin}/reset-password`
    const result = await supabase.auth.resetPasswordForEmail(email, { redirectTo }).catch(() => null)
    if (result && !result.error) return setSent(true)
    // A limit says how long to wait; every other reason is the operator's to read in the log.
    setError(result?.error?.status === 429 ? result.error.message : 'Failed to send password reset email')
  }

  return (
    <form onSubmit={signIn} noValidate>
      <Field label="Email" name="email" type="email" autoComplete="username" maxLength={254} error={missing.email} />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        maxLength={72}
        error={missing.password}
      />
      {error && (
        <p className={controls.error} role="alert">
          {error}
        </p>
      )}
      {isSent && (
        <p className={controls.success} role="status">
          Password reset email sent. Please check your inbox.
        </p>
      )}
      <div className={page.row}>
        <button type="submit" className={controls.button} disabled={busy}>
          {busy ? 'Signing in...' : 'Sign In'}
        </button>
        <button type="button" className={controls.link} onClick={(event) => sendReset(event.currentTarget.form)}>
          Forgot password?
        </button>
      </div>
    </form>
  )
}

function valuesOf(form: HTMLFormElement): { email: string; password: string } {
  const values = new FormData(form)
  return { email: String(values.get('email') ?? '').trim(), password: String(values.get('password') ?? '') }
}
