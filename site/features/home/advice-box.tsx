import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import * as visitor from '#design/visitor.module.css'
import { siteConfig } from '#domain/site-config.ts'
import * as styles from './advice-box.module.css'

/** Five answers that suit most questions asked of a beauty shelf (specification, 4.5): no call is made. */
export const advice = [
  'Start with the step you would miss most, and buy the best one of that you can. The rest can be simple.',
  'Give anything new three weeks before you judge it. Skin and habits both need that long to answer.',
  'If two things do the same job, keep the one you enjoy using. The one you enjoy is the one you will use.',
  'Read the first five ingredients and ignore the front of the box. Then check the price per ounce.',
  'Sleep, water and sunscreen come before any serum. When those are in place, treat yourself to one lovely thing.',
] as const

const answerAfterMs = 1500

export function AdviceBox() {
  const [question, setQuestion] = useState('')
  const [state, setState] = useState<'idle' | 'submitting'>('idle')
  const [answer, setAnswer] = useState<string | null>(null)
  const [empty, setEmpty] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const id = useId()
  useEffect(() => () => clearTimeout(timer.current), [])

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    setEmpty(!question.trim())
    if (!question.trim()) return
    setState('submitting')
    timer.current = setTimeout(() => {
      setAnswer(advice[Math.floor(Math.random() * advice.length)] ?? advice[0])
      setState('idle')
    }, answerAfterMs)
  }

  return (
    <section className={`${styles.advice} ${visitor.needsScript}`} data-part="advice" aria-labelledby={`${id}-title`}>
      <p className={layout.kicker}>Ask {siteConfig.name}</p>
      <h2 id={`${id}-title`} className={layout.display}>
        A question, <em>kindly answered</em>
      </h2>
      <form onSubmit={onSubmit} noValidate data-document>
        <label htmlFor={id}>What would you like to know?</label>
        <textarea
          id={id}
          rows={3}
          maxLength={500}
          value={question}
          onChange={(event) => setQuestion(event.target.value)}
          placeholder="Which moisturizer for a dry winter?"
          aria-invalid={empty || undefined}
          aria-describedby={empty ? `${id}-error` : undefined}
        />
        {empty && (
          <p id={`${id}-error`} className={controls.fieldError} role="alert">
            Please enter a question
          </p>
        )}
        <button type="submit" className={controls.button} disabled={state === 'submitting'}>
          {state === 'submitting' ? 'Getting advice...' : 'Get advice'}
        </button>
      </form>
      <p
        className={`${styles.adviceAnswer} ${layout.display}`}
        data-part="advice-answer"
        role="status"
        hidden={!answer}
      >
        {answer}
      </p>
    </section>
  )
}
