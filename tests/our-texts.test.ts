import { expect, test } from 'vitest'
import { ownTexts } from './our-texts.ts'

/** British spellings of words that the shop uses; its language is American, as its specification's. */
const BRITISH =
  /\b(colou?r(?<=colour)\w*|favourit\w*|flavour\w*|behaviou?r(?<=behaviour)\w*|grey\w*|centre\w*|metre\w*|fibre\w*|theatre\w*|jewellery|jeweller\w*|moisturis\w*|organis\w*|personalis\w*|realis\w*|recognis\w*|customis\w*|minimis\w*|neighbour\w*|honour\w*|labour\w*|humour\w*|odour\w*|catalogue\w*|cosy|cosier|mould\w*|pyjamas?|aluminium|travell\w*|cancelled|enquir\w*|programme|cheque|tyre|whilst|towards|storey|licence|practise\w*|defence|apologis\w*)\b/i
/** Whoever writes fast writes these; "had had" and "that that" are English. */
const DOUBLED = /\b(?!(?:had|that)\b)([a-z]+)\s+\1\b/i

/** Praise that no row and no setting proves. */
const CLAIMS =
  /\b(trusted|award-winning|top-rated|best-?selling|best-loved|loved by|hand-?picked|guaranteed|number one|most popular|thousands|millions|(this|last) (week|month)'s (best|top))\b/i
/** Shown with a source that the operator names, or not at all. */
const PROVEN = ['Already loved by 30k+ women']

const texts = ownTexts()

test('our texts are found', () => {
  expect(texts.length).toBeGreaterThan(800)
  expect(texts.some(({ file }) => file.includes('weekly-email.ts'))).toBe(true)
  expect(texts.some(({ file }) => file.endsWith('.html'))).toBe(true)
})

test('our texts keep to American spelling', () => {
  expect(texts.flatMap(({ file, text }) => found(file, text, BRITISH))).toEqual([])
})

test('no text of ours says a word twice', () => {
  expect(texts.flatMap(({ file, text }) => found(file, text, DOUBLED))).toEqual([])
})

test('no text of ours claims what nothing proves', () => {
  const own = texts.filter(({ text }) => !PROVEN.includes(text))
  expect(own.flatMap(({ file, text }) => found(file, text, CLAIMS))).toEqual([])
})

const found = (file: string, text: string, words: RegExp): string[] => {
  // A brand's name is spelt as the brand spells it.
  const match = words.exec(text.replaceAll('Marlowe Grey', ''))
  return match ? [`${file}: ${text.slice(Math.max(0, match.index - 30), match.index + 50).trim()}`] : []
}
