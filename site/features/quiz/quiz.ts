import { type Animal, animals, isAnimal } from '#domain/quiz-results.ts'

export interface QuizOption {
  value: Animal
  emoji: string
  text: string
}

export interface QuizQuestion {
  id: 1 | 2 | 3 | 4
  text: string
  options: readonly QuizOption[]
}

export const questions: readonly QuizQuestion[] = [
  {
    id: 1,
    text: 'A Saturday with nothing in it. What happens first?',
    options: [
      { value: 'dolphin', emoji: '🥞', text: 'I ring everyone. Breakfast is better loud' },
      { value: 'owl', emoji: '📖', text: 'Coffee, a book, and nobody’s timetable' },
      { value: 'butterfly', emoji: '🎨', text: 'I follow whatever catches my eye: a market, a color, a street' },
      { value: 'lioness', emoji: '👟', text: 'I am up early, and the thing I kept putting off is done by noon' },
    ],
  },
  {
    id: 2,
    text: 'A friend calls in a panic. You are the one who …',
    options: [
      { value: 'lioness', emoji: '📋', text: 'takes over: one list, three calls, sorted' },
      { value: 'butterfly', emoji: '🌈', text: 'shows her what could still come of it' },
      { value: 'owl', emoji: '🕯️', text: 'hears her out, then asks the one question that helps' },
      { value: 'dolphin', emoji: '🤗', text: 'drops everything and has her laughing within the hour' },
    ],
  },
  {
    id: 3,
    text: 'You open the wardrobe. What do you reach for?',
    options: [
      { value: 'butterfly', emoji: '👗', text: 'A print I have never worn before' },
      { value: 'lioness', emoji: '🧥', text: 'The sharp jacket. It does half the talking' },
      { value: 'dolphin', emoji: '👖', text: 'Whatever I can sit, run and dance in' },
      { value: 'owl', emoji: '🧶', text: 'Something soft and well made that I have loved for years' },
    ],
  },
  {
    id: 4,
    text: 'What would you like more of this year?',
    options: [
      { value: 'owl', emoji: '🌙', text: 'Calm: long evenings and a clear head' },
      { value: 'dolphin', emoji: '💞', text: 'Company: full tables and old friends' },
      { value: 'lioness', emoji: '🔥', text: 'Courage: asking for what I am worth' },
      { value: 'butterfly', emoji: '✨', text: 'Change: a new city, a new haircut, a new idea' },
    ],
  },
]

/** One place for each question, in their order; null where nothing is chosen. */
export type Answers = readonly (Animal | null)[]

export const noAnswers: Answers = questions.map(() => null)

export const withAnswer = (answers: Answers, index: number, animal: Animal): Answers =>
  answers.map((answer, at) => (at === index ? animal : answer))

/** The animal chosen most often. A tie goes to the earlier one of the list; with no answers it is the first. */
export function resultOf(answers: Answers): Animal {
  const count = (animal: Animal) => answers.filter((answer) => answer === animal).length
  return animals.reduce((best, animal) => (count(animal) > count(best) ? animal : best))
}

/** In percent (specification, 9). */
export const progressOf = (index: number): number => ((index + 1) / questions.length) * 100

export type Step = { show: 'question'; index: number; missing: boolean } | { show: 'result'; animal: Animal }

/** Where Previous and Next lead from a question. Next without an answer stays, and says so. */
export function stepFrom(index: number, answers: Answers, direction: 'next' | 'previous'): Step {
  if (direction === 'previous') return { show: 'question', index: Math.max(0, index - 1), missing: false }
  if (!answers[index]) return { show: 'question', index, missing: true }
  if (index === questions.length - 1) return { show: 'result', animal: resultOf(answers) }
  return { show: 'question', index: index + 1, missing: false }
}

/** The form as it is without script: q1 to q4, the question it was on, and which button was pressed. */
export function readQuizForm(form: URLSearchParams): { answers: Answers; step: Step } {
  const answers = questions.map(({ id }) => {
    const value = form.get(`q${id}`)
    return isAnimal(value) ? value : null
  })
  const at = questions.findIndex(({ id }) => String(id) === form.get('at'))
  if (at < 0) return { answers, step: { show: 'question', index: 0, missing: false } }
  return { answers, step: stepFrom(at, answers, form.get('go') === 'previous' ? 'previous' : 'next') }
}

/** What was kept of an unfinished quiz; anything else in its place is no answer. */
export function readKept(text: string | null): { answers: Answers; index: number } | null {
  if (!text) return null
  let kept: unknown
  try {
    kept = JSON.parse(text)
  } catch {
    return null
  }
  if (typeof kept !== 'object' || kept === null || !('answers' in kept) || !('index' in kept)) return null
  const { answers, index } = kept
  if (!Array.isArray(answers) || typeof index !== 'number') return null
  // A question is reached through the answers before it.
  const read = questions.map((_, at): Animal | null => (isAnimal(answers[at]) ? answers[at] : null))
  const firstOpen = read.indexOf(null)
  const furthest = firstOpen < 0 ? questions.length - 1 : firstOpen
  return { answers: read, index: Math.min(Math.max(0, Math.trunc(index)), furthest) }
}
