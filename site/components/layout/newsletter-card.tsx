import { type FormEvent, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { joinClub } from '../../data/join-club.ts'
import { publicSettings } from '../../data/public-settings.ts'
import { isEmail } from '../../lib/email.ts'
import { signupTexts } from '../../lib/newsletter.ts'
import { siteConfig } from '../../lib/site-config.ts'
import { toast } from '../ui/toasts.ts'

/** The e-mail club. Without script it posts to a page of its own and the answer is that page. */
export function NewsletterCard() {
  const { pathname } = useLocation()
  const [state, setState] = useState<'idle' | 'submitting' | 'joined'>('idle')
  const [invalid, setInvalid] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const id = useId()
  const submitting = state === 'submitting'

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    const email = box.current?.value.trim() ?? ''
    setInvalid(!isEmail(email))
    if (!isEmail(email)) {
      toast('error', signupTexts.invalid)
      box.current?.focus()
      return
    }
    setState('submitting')
    const { ok, message } = await joinClub(postFromPage, { email, source_page: pathname })
    setState(ok ? 'joined' : 'idle') // joined stays: the panel never turns back into the form
    toast(ok ? 'success' : 'error', message)
  }

  if (state === 'joined') return <JoinedPanel />
  return (
    <section id="club" className="club" aria-labelledby={`${id}-title`}>
      <p className="kicker">The e-mail club</p>
      <h2 id={`${id}-title`} className="display club-title">
        A free 7-Day <em>Glow-Up</em> Plan, and a welcome gift
      </h2>
      <p>One letter a week: what is new, what is worth it, and the deals that are real.</p>
      <form method="post" action="/newsletter" className="club-form" onSubmit={onSubmit} noValidate>
        <input type="hidden" name="source" value={pathname} />
        <label htmlFor={id} className="sr-only">
          Email address
        </label>
        <input
          ref={box}
          id={id}
          type="email"
          name="email"
          autoComplete="email"
          maxLength={254}
          required
          placeholder="Your email address"
          aria-invalid={invalid || undefined}
          aria-describedby={invalid ? `${id}-error` : undefined}
        />
        <button type="submit" className="button" disabled={submitting}>
          {submitting ? 'Joining...' : 'Join the club'}
        </button>
      </form>
      {invalid && (
        <p id={`${id}-error`} className="field-error">
          {signupTexts.invalid}
        </p>
      )}
      {siteConfig.socialProof && <p className="club-proof">{siteConfig.socialProof}</p>}
    </section>
  )
}

export function JoinedPanel() {
  return (
    <section className="club" role="status">
      <p className="kicker">The e-mail club</p>
      <h2 className="display club-title">{signupTexts.joinedTitle}</h2>
      <p>{signupTexts.joinedText}</p>
    </section>
  )
}

const postFromPage = (path: string, body: string): Promise<Response> =>
  fetch(path, {
    method: 'POST',
    headers: { apikey: publicSettings().publishableKey, 'content-type': 'application/json' },
    body,
  })
