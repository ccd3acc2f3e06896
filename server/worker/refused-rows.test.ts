import { expect, test } from 'vitest'
import { type Refusals, refusalsIn, refusalsLine, withRefusal } from './refused-rows.ts'

const all = (rows: readonly { name: string; reason: string }[]) =>
  rows.reduce<Refusals>((before, row) => withRefusal(before, row), refusalsIn(null))
const many = (count: number, reason: (at: number) => string, name = 'Lamp') =>
  Array.from({ length: count }, (_, at) => ({ name: `${name} ${at + 1}`, reason: reason(at) }))

test('no refused row is no line', () => {
  expect(refusalsLine(refusalsIn(undefined))).toBeNull()
})

test('one line names the rows by their reason', () => {
  const rows = [
    { name: 'Lamp', reason: 'too dear' },
    { name: 'Vase', reason: 'too cheap' },
    { name: 'Sofa', reason: 'too dear' },
  ]
  expect(refusalsLine(all(rows))).toBe('3 rows were refused: too cheap (Vase); too dear (Lamp, Sofa)')
})

test('twenty rows are named and the others counted', () => {
  const line = refusalsLine(all(many(1000, () => 'too dear')))
  expect(line).toMatch(/^1000 rows were refused: too dear \(Lamp 1, .*, Lamp 20, and 980 more\)$/)
})

test('the line stays short, however many and long the reasons and names are', () => {
  const line = refusalsLine(all(many(1000, (at) => `${at} ${'x'.repeat(3000)}`, 'y'.repeat(500)))) ?? ''
  expect(line.length).toBeLessThan(2000)
  expect(line).toMatch(/^1000 rows were refused: .*other reasons \(/)
  expect(line.match(/\d+ more/)).not.toBeNull()
})

test('a run that goes on counts on, and a step that is undone counts nothing', () => {
  const before = all(many(2, () => 'too dear'))
  withRefusal(before, { name: 'Vase', reason: 'too dear' })
  expect(refusalsIn(JSON.parse(JSON.stringify({ after: '7', refusals: before })))).toEqual(before)
})
