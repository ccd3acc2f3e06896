import { type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import * as controls from '#design/controls.module.css'
import { ArrowIcon } from '#design/icons.tsx'
import * as layout from '#design/layout.module.css'
import { type Answers, progressOf, questions } from './quiz.ts'
import * as styles from './quiz-form.module.css'
import { useQuiz } from './use-quiz.ts'

interface QuizFormProps {
  start: { answers: Answers; index: number; missing: boolean }
  /** The page was made by the form itself, which is how it works without script. */
  fromForm: boolean
}

/** One question at a time. Without script each step is a GET of this page with the answers in its address. */
export function QuizForm({ start, fromForm }: QuizFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const { answers, index, missing, script, choose, go } = useQuiz(start, fromForm, form)
  const heading = useFocusOn(index)
  const question = questions[index]
  if (!question) return null
  const last = index === questions.length - 1
  const chosen = answers[index]

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { submitter } = event.nativeEvent instanceof SubmitEvent ? event.nativeEvent : {}
    go(submitter?.getAttribute('value') === 'previous' ? 'previous' : 'next')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const option = question.options[Number(event.key) - 1]
    if (option && !event.altKey && !event.ctrlKey && !event.metaKey) choose(option.value)
  }

  return (
    <form ref={form} action="/quiz/spirit-animal" className={styles.quizForm} onSubmit={onSubmit} onKeyDown={onKeyDown}>
      {/* The first submit button is the one Enter presses: it must lead on. */}
      <button type="submit" name="go" value="next" hidden tabIndex={-1} aria-hidden="true" />
      <input type="hidden" name="at" value={question.id} />
      {questions.map(
        ({ id }, at) =>
          at !== index && answers[at] && <input key={id} type="hidden" name={`q${id}`} value={answers[at] ?? ''} />,
      )}
      <Progress index={index} />
      <fieldset className={styles.quizQuestion} aria-describedby={missing ? 'quiz-missing' : undefined}>
        <legend>
          <h2 ref={heading} className={layout.display} tabIndex={-1}>
            {question.text}
          </h2>
        </legend>
        <ul className={styles.quizOptions}>
          {question.options.map(({ value, emoji, text }) => (
            <li key={`${question.id} ${value}`}>
              <label className={styles.quizOption}>
                <input
                  type="radio"
                  name={`q${question.id}`}
                  value={value}
                  checked={chosen === value}
                  onChange={() => choose(value)}
                />
                <span className={styles.quizEmoji} aria-hidden="true">
                  {emoji}
                </span>
                <span>{text}</span>
              </label>
            </li>
          ))}
        </ul>
      </fieldset>
      <p id="quiz-missing" className={`${controls.fieldError} ${styles.quizMissing}`} role="alert">
        {missing && 'Please select an answer before continuing'}
      </p>
      <div className={styles.quizSteps}>
        <button
          type="submit"
          name="go"
          value="previous"
          className={`${controls.button} ${controls.quiet}`}
          disabled={index === 0}
        >
          Previous
        </button>
        <button
          type="submit"
          name="go"
          value="next"
          className={controls.button}
          aria-disabled={(script && !chosen) || undefined}
        >
          {last ? 'See Results' : 'Next'}
          <ArrowIcon />
        </button>
      </div>
    </form>
  )
}

function Progress({ index }: { index: number }) {
  return (
    <div className={styles.quizProgress} data-part="quiz-progress">
      <p id="quiz-progress">
        Question {index + 1} of {questions.length}
      </p>
      <div
        role="progressbar"
        aria-labelledby="quiz-progress"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={progressOf(index)}
      >
        <span style={{ width: `${progressOf(index)}%` }} />
      </div>
    </div>
  )
}

/** The keyboard and the screen reader start at each new question; not at the first, which came with the page. */
function useFocusOn(index: number) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(index)
  useEffect(() => {
    if (shown.current === index) return
    shown.current = index
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'nearest' })
  }, [index])
  return heading
}
