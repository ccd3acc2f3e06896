import { expect, test } from 'vitest'
import { between, isSelected, NOTHING, type Selection, select, selectedCount } from './selection.ts'

const ids = ['a', 'b', 'c', 'd']

test('shift takes every row between the last pick and this one, upwards too', () => {
  expect(between(ids, 'b', 'd')).toEqual(['b', 'c', 'd'])
  expect(between(ids, 'd', 'b')).toEqual(['b', 'c', 'd'])
  expect(between(ids, null, 'c')).toEqual(['c'])
  expect(between(ids, 'gone', 'c')).toEqual(['c'])
})

test('rows are picked and put back', () => {
  const picked = select(NOTHING, ['a', 'b'], true)
  expect(selectedCount(picked, 4)).toBe(2)
  expect(isSelected(select(picked, ['a'], false), 'a')).toBe(false)
  expect(selectedCount(NOTHING, 4)).toBe(0)
})

test('everything that matches is a rule, from which single rows are taken', () => {
  const all: Selection = { kind: 'matching', except: new Set() }
  expect(isSelected(all, 'never seen')).toBe(true)
  const without = select(all, ['c'], false)
  expect(isSelected(without, 'c')).toBe(false)
  expect(selectedCount(without, 1772)).toBe(1771)
  expect(selectedCount(select(without, ['c'], true), 1772)).toBe(1772)
})
