import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { type Animal, type Answers, readKept, stepFrom, withAnswer } from '../../lib/quiz.ts'
import { recordEvent } from '../../lib/record-event.ts'

const key = 'quiz spirit-animal'

interface QuizState {
  answers: Answers
  index: number
  /** Next was pressed without an answer. */
  missing: boolean
}

/** The quiz as it goes on in the browser: kept for this tab, so that a reload loses nothing. */
export function useQuiz(start: QuizState, fromForm: boolean) {
  const [quiz, setQuiz] = useState(start)
  const [script, setScript] = useState(false)
  const navigate = useNavigate()

  useEffect(() => {
    setScript(true)
    const kept = fromForm ? null : readKept(read())
    if (kept) setQuiz({ ...kept, missing: false })
  }, [fromForm])

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
    forgetQuiz()
    navigate(`/quiz/spirit-animal/${step.animal}`)
  }

  const keep = (next: QuizState) => {
    setQuiz(next)
    try {
      sessionStorage.setItem(key, JSON.stringify({ answers: next.answers, index: next.index }))
    } catch {
      // storage is blocked: the quiz then lasts as long as the page
    }
  }

  return { ...quiz, script, choose, go }
}

export function forgetQuiz(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // nothing was kept
  }
}

function read(): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}
