import { type FormEvent, useEffect, useRef, useState } from 'react'
import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import type { SessionState } from '#domain/session.ts'
import * as fieldStyles from '#site/ui/field.module.css'
import { Field } from '#site/ui/field.tsx'
import * as accountFormStyles from './account-form.module.css'
import type { Recovery } from './recovery-steps.ts'

/** The new password, once; it can be looked at, which catches more slips than typing it twice. */
export function ChoosePassword({ recovery, onDone }: { recovery: Recovery; onDone: () => void }) {
  const [saving, setSaving] = useState(false)
  const [shown, setShown] = useState(false)
  const [error, setError] = useState<{ password?: string; code?: string }>({})
  const [needsCode, setNeedsCode] = useState(false)
  const [{ user, loading }, setSession] = useState<SessionState>({ session: null, user: null, loading: true })
  useEffect(() => recovery.follow(setSession), [recovery])
  const formElement = useRef<HTMLFormElement>(null)
  // To what is wrong, which may be a field that has only just come.
  useEffect(() => {
    if (error.password ?? error.code) formElement.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [error])

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [password, code] = [String(form.get('password') ?? ''), String(form.get('code') ?? '').trim()]
    if (password === '') return setError({ password: 'Please choose a password' })
    setSaving(true)
    const result = await recovery.choosePassword(password, code).catch(() => ({
      ok: false,
      message: 'That did not work just now. Please try again in a moment.',
      needsCode: false,
    }))
    setSaving(false)
    if (result.ok) return onDone()
    if (!('message' in result)) return
    setNeedsCode(result.needsCode === true)
    setError(result.needsCode ? { code: result.message } : { password: result.message })
  }

  return (
    <form
      className={accountFormStyles.accountForm}
      ref={formElement}
      onSubmit={onSubmit}
      noValidate
      data-document
      aria-busy={loading}
    >
      <p className={layout.lede}>For {user?.email ?? 'your account'}. Every other device is signed out.</p>
      {/* Password managers store the new password with the name they find here. */}
      <input type="email" name="username" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
      <Field
        label="New password"
        name="password"
        type={shown ? 'text' : 'password'}
        autoComplete="new-password"
        maxLength={72}
        hint="At least 10 characters, with letters and digits."
        error={error.password}
      />
      <label className={fieldStyles.check}>
        <input type="checkbox" checked={shown} onChange={() => setShown(!shown)} /> Show the password
      </label>
      {needsCode && (
        <Field
          label="Code from your authenticator app"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          error={error.code}
        />
      )}
      <button type="submit" className={`${controls.button} ${controls.large}`} disabled={saving}>
        {saving ? 'Saving...' : 'Save the new password'}
      </button>
    </form>
  )
}
