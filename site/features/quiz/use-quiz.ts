import { type RefObject, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { type Animal, isAnimal } from '#domain/quiz-results.ts'
import { recordEvent } from '#site/features/events/record-event.ts'
import { type Answers, readKept, stepFrom, withAnswer } from './quiz.ts'
import { clearQuiz, keepQuiz, keptQuiz } from './quiz-storage.ts'

interface QuizState {
  answers: Answers
  index: number
  /** Next was pressed without an answer. */
  missing: boolean
}

/** The quiz as it goes on in the browser: kept for this tab, so that a reload loses nothing. */
export function useQuiz(start: QuizState, fromForm: boolean, form: RefObject<HTMLFormElement | null>) {
  const [quiz, setQuiz] = useState(start)
  const [script, setScript] = useState(false)
  const navigate = useNavigate()

  useEffect(() => {
    setScript(true)
    // She may have answered before this script came: that stands on the page, and nowhere else yet.
    const early = form.current?.querySelector<HTMLInputElement>('input[type="radio"]:checked')?.value
    const kept = fromForm || early ? null : readKept(keptQuiz())
    if (kept) setQuiz({ ...kept, missing: false })
    else if (isAnimal(early)) setQuiz((now) => ({ ...now, answers: withAnswer(now.answers, now.index, early) }))
  }, [fromForm, form])

  const choose = (animal: Animal) => {
    if (quiz.answers.every((answer) => answer === null))
      recordEvent('quiz_start', { properties: { quiz: 'spirit-animal' } })
    keep({ ...quiz, answers: withAnswer(quiz.answers, quiz.index, animal), missing: false })
  }

  const go = (direction: 'next' | 'previous') => {
    const step = stepFrom(quiz.index, quiz.answers, direction)
    if (direction === 'next' && !(step.show === 'question' && step.missing)) {
      recordEvent('quiz_answer', { properties: { question: quiz.index + 1 } })
    }
    if (step.show === 'question') {
      keep({ answers: quiz.answers, index: step.index, missing: step.missing })
      return
    }
    recordEvent('quiz_complete', { properties: { result: step.animal } })
    clearQuiz()
    navigate(`/quiz/spirit-animal/${step.animal}`)
  }

  const keep = (next: QuizState) => {
    setQuiz(next)
    keepQuiz(JSON.stringify({ answers: next.answers, index: next.index }))
  }

  return { ...quiz, script, choose, go }
}
