import { type FormEvent, useRef, useState } from 'react'
import * as controls from '#design/controls.module.css'
import { toast } from '#design/toasts.ts'
import { postFromPage } from '#site/ssr/data/post-function.ts'
import * as fieldStyles from '#site/ui/field.module.css'
import { Field } from '#site/ui/field.tsx'
import { Honeypot } from '#site/ui/honeypot.tsx'
import { type ContactMessage, contactLimits, readContactForm } from './contact-fields.ts'
import * as styles from './contact-form.module.css'
import { type SendResult, sendMessage } from './send-message.ts'

interface ContactFormProps {
  /** What was typed and what came of it, where the form was posted without script. */
  typed?: ContactMessage | undefined
  result?: SendResult | undefined
}

/** Writes to us. What was typed stays until it has been taken; without script the form posts to its own page. */
export function ContactForm({ typed, result: posted }: ContactFormProps) {
  const [result, setResult] = useState(posted)
  const [sending, setSending] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const errors = result?.errors ?? {}

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (!form.current || sending) return
    setSending(true)
    const sent = await sendMessage(postFromPage, readContactForm(new FormData(form.current)))
    setSending(false)
    setResult(sent)
    toast(sent.ok ? 'success' : 'error', sent.message)
    if (sent.ok) form.current?.reset()
    const [first] = Object.keys(sent.errors)
    if (first) form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
  }

  const field = (name: keyof ContactMessage) => ({
    name,
    maxLength: contactLimits[name],
    defaultValue: posted?.ok ? '' : typed?.[name],
    error: errors[name],
  })
  return (
    <form ref={form} method="post" action="/contact" className={styles.contactForm} onSubmit={onSubmit} noValidate>
      {result && (
        <p
          className={fieldStyles.formNote}
          data-kind={result.ok ? 'success' : 'error'}
          role={result.ok ? 'status' : 'alert'}
        >
          {result.message}
        </p>
      )}
      <Honeypot />
      <div className={fieldStyles.fieldPair}>
        <Field {...field('name')} label="Your Name" autoComplete="name" />
        <Field {...field('email')} label="Email Address" type="email" autoComplete="email" />
      </div>
      <Field {...field('subject')} label="Subject" />
      <Field {...field('message')} label="Message" rows={6} />
      <button type="submit" className={`${controls.button} ${controls.large}`} disabled={sending}>
        {sending ? 'Sending...' : 'Send Message'}
      </button>
      <p className={fieldStyles.fieldHint}>
        We keep your message for as long as the answer needs, and at most a year.{' '}
        <a href="/privacy" className={controls.textLink}>
          Privacy
        </a>
      </p>
    </form>
  )
}
