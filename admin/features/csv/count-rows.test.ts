import { expect, test, vi } from 'vitest'

vi.mock('../../client.ts', () => ({ supabase: {}, unwrap: () => null }))
const { countRows } = await import('./csv-queries.ts')

test.each([
  ['a,b\n1,2\n3,4\n', 2],
  ['a,b\r\n1,2', 1],
  ['a,b\n"one\ntwo ""quoted""\n",2\n', 1],
  ['a,b', 0],
])('rows of %j below the header: %i', (text, rows) => {
  expect(countRows(text)).toBe(rows)
})
