import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Animal, animals, results } from '#domain/quiz-results.ts'
import {
  type Answers,
  noAnswers,
  progressOf,
  questions,
  readKept,
  readQuizForm,
  resultOf,
  stepFrom,
  withAnswer,
} from './quiz.ts'

const answer = fc.constantFrom<Animal | null>(...animals, null)
const someAnswers = fc.array(answer, { minLength: questions.length, maxLength: questions.length })
const count = (answers: Answers, animal: Animal) => answers.filter((given) => given === animal).length

test('four questions, each with the four animals once [S2.10.4] [S3.13] [S3.14]', () => {
  expect(questions.map(({ id }) => id)).toEqual([1, 2, 3, 4])
  for (const { options } of questions) expect(options.map(({ value }) => value).sort()).toEqual([...animals].sort())
  expect(Object.values(results).map(({ title }) => title)).toEqual([
    'Butterfly Spirit',
    'Dolphin Spirit',
    'Lioness Spirit',
    'Owl Spirit',
  ])
})

describe('the result', () => {
  test('is the animal chosen most often [S4.28]', () => {
    fc.assert(
      fc.property(someAnswers, (answers) => {
        const most = Math.max(...animals.map((animal) => count(answers, animal)))
        expect(count(answers, resultOf(answers))).toBe(most)
      }),
    )
  })

  test('of a tie is the earlier one in the order butterfly, dolphin, lioness, owl [S4.28]', () => {
    fc.assert(
      fc.property(someAnswers, (answers) => {
        const result = resultOf(answers)
        for (const earlier of animals.slice(0, animals.indexOf(result))) {
          expect(count(answers, earlier)).toBeLessThan(count(answers, result))
        }
      }),
    )
    expect(resultOf(['owl', 'owl', 'lioness', 'lioness'])).toBe('lioness')
    expect(resultOf(['owl', 'lioness', 'dolphin', 'butterfly'])).toBe('butterfly')
  })

  test('does not depend on the order of the answers', () => {
    fc.assert(fc.property(someAnswers, (answers) => resultOf(answers) === resultOf([...answers].reverse())))
  })

  test('without any answer is the butterfly [S4.29]', () => {
    expect(resultOf(noAnswers)).toBe('butterfly')
    expect(resultOf([])).toBe('butterfly')
  })
})

test('the bar shows a quarter for each question [S9.30]', () => {
  expect([0, 1, 2, 3].map(progressOf)).toEqual([25, 50, 75, 100])
})

test('an answer can be replaced, and replaces no other [S4.25]', () => {
  const first = withAnswer(noAnswers, 2, 'owl')
  expect(withAnswer(first, 2, 'dolphin')).toEqual([null, null, 'dolphin', null])
  expect(first).toEqual([null, null, 'owl', null])
})

describe('Next and Previous', () => {
  test('Previous stays on the first question [S4.26]', () => {
    expect(stepFrom(0, noAnswers, 'previous')).toEqual({ show: 'question', index: 0, missing: false })
    expect(stepFrom(2, noAnswers, 'previous')).toEqual({ show: 'question', index: 1, missing: false })
  })

  test('Next waits for an answer', () => {
    expect(stepFrom(1, withAnswer(noAnswers, 0, 'owl'), 'next')).toEqual({ show: 'question', index: 1, missing: true })
    expect(stepFrom(0, withAnswer(noAnswers, 0, 'owl'), 'next')).toEqual({ show: 'question', index: 1, missing: false })
  })

  test('Next on the last question shows the result [S4.26]', () => {
    expect(stepFrom(3, ['owl', 'owl', 'dolphin', 'owl'], 'next')).toEqual({ show: 'result', animal: 'owl' })
  })
})

describe('the form without script', () => {
  const read = (query: string) => readQuizForm(new URLSearchParams(query))

  test('starts at the first question', () => {
    expect(read('')).toEqual({ answers: noAnswers, step: { show: 'question', index: 0, missing: false } })
  })

  test('carries the answers on', () => {
    expect(read('q1=owl&at=1&go=next')).toEqual({
      answers: ['owl', null, null, null],
      step: { show: 'question', index: 1, missing: false },
    })
  })

  test('takes whatever is written into the address for what it is', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('q1', 'q2', 'q3', 'q4', 'at', 'go', 'x'), fc.string()), (fields) => {
        const { answers, step } = readQuizForm(new URLSearchParams(fields))
        expect(answers).toHaveLength(4)
        if (step.show === 'question') expect(step.index).toBeLessThan(4)
      }),
    )
    expect(read('q1=tiger&at=1&go=next').step).toEqual({ show: 'question', index: 0, missing: true })
  })
})

describe('an unfinished quiz', () => {
  test('is found again as it was', () => {
    const kept = { answers: ['owl', 'dolphin', null, null], index: 2 }
    expect(readKept(JSON.stringify(kept))).toEqual(kept)
  })

  test('never opens a question beyond the first open one', () => {
    expect(readKept(JSON.stringify({ answers: ['owl'], index: 3 }))?.index).toBe(1)
  })

  test('is none when something else lies in its place', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const kept = readKept(text)
        if (kept) expect(kept.answers).toHaveLength(4)
      }),
    )
    for (const text of [null, '', '{', '[]', '{"answers":1,"index":0}']) expect(readKept(text)).toBeNull()
  })
})
