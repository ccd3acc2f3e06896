import { expect, test } from 'vitest'
import { loadComparison } from './load-comparison.ts'

test('an item that could not be read keeps its place, and it is said', async () => {
  const { places, notes, failed } = await loadComparison({ ids: [5, 7, 9, 11, 13], strange: [] }, async () => ({
    error: 'no connection',
  }))
  expect(places).toEqual([5, 7, 9, 11].map((id) => ({ id, item: null })))
  expect(notes).toEqual([
    ...[5, 7, 9, 11].map((id) => `Product ${id} could not be loaded: no connection`),
    'Four items fit beside each other: 1 more was left out. Remove one to make room.',
  ])
  expect(failed).toBe(true)
})

test('of many words that name no product a few are named and the others counted', async () => {
  const strange = ['a', 'b', 'c', 'd', 'e']
  const { notes } = await loadComparison({ ids: [], strange }, async () => ({ error: 'no connection' }))
  expect(notes).toHaveLength(4)
  expect(notes.at(-1)).toBe('2 more words are the number of no product.')
})
