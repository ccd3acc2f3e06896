import { type FormEvent, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import { toast } from '#design/toasts.ts'
import { isEmail } from '#domain/email.ts'
import { Honeypot } from '#site/ui/honeypot.tsx'
import * as styles from './newsletter-form.module.css'
import type { Signup } from './newsletter-signup.ts'
import { joiningMs, type SignupResult, signupTexts } from './signup-texts.ts'

interface NewsletterFormProps {
  onJoined: () => void
  /** What was typed into a form that came back, and why it did. */
  email?: string
  error?: string
}

/** Takes an address. Without script it posts to a page of its own and the answer is that page. */
export function NewsletterForm({ onJoined, email: typed, error: refused }: NewsletterFormProps) {
  const { pathname } = useLocation()
  const [submitting, setSubmitting] = useState(false)
  const [error, setError] = useState(refused)
  const form = useRef<HTMLFormElement>(null)
  const id = useId()

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (!form.current || submitting) return
    const typed = new FormData(form.current)
    const email = String(typed.get('email')).trim()
    if (!isEmail(email)) return refuse(signupTexts.invalid)
    setError(undefined)
    setSubmitting(true)
    const [{ ok, message }] = await Promise.all([
      join({ email, source_page: pathname, website: String(typed.get('website')) }),
      new Promise((resolve) => setTimeout(resolve, joiningMs)),
    ])
    setSubmitting(false)
    if (!ok) return refuse(message)
    toast('success', message)
    onJoined()
  }
  const refuse = (message: string) => {
    setError(message)
    toast('error', message)
    form.current?.querySelector<HTMLInputElement>('[name=email]')?.focus()
  }

  return (
    <>
      <form
        ref={form}
        method="post"
        action="/newsletter"
        className={styles.newsletterForm}
        data-part="newsletter-form"
        onSubmit={onSubmit}
        noValidate
      >
        <input type="hidden" name="source" value={pathname} />
        <Honeypot />
        <label htmlFor={id} className={layout.srOnly}>
          Email address
        </label>
        <input
          id={id}
          type="email"
          name="email"
          autoComplete="email"
          maxLength={254}
          required
          placeholder="Your email address"
          defaultValue={typed}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : `${id}-consent`}
        />
        <button type="submit" className={controls.button} disabled={submitting}>
          {submitting ? 'Joining...' : 'Join the club'}
        </button>
      </form>
      {error && (
        <p id={`${id}-error`} className={controls.fieldError}>
          {error}
        </p>
      )}
      <p id={`${id}-consent`} className={styles.newsletterConsent} data-part="newsletter-consent">
        {signupTexts.consent}{' '}
        <a href="/privacy" className={controls.textLink}>
          Privacy
        </a>
      </p>
    </>
  )
}

/** Fetched at the moment of use: the form stands on every page, and few are sent. */
async function join(signup: Signup): Promise<SignupResult> {
  try {
    const { joinFromPage } = await import('./newsletter-signup.ts')
    return await joinFromPage(signup)
  } catch {
    return { ok: false, message: signupTexts.unavailable }
  }
}
