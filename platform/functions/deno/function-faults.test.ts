import { expect, test } from 'vitest'
import { isFunctionFault } from './function-faults.ts'

test('only what was thrown in the code of a function is its fault', () => {
  const error = new Error('late')
  expect(isFunctionFault(error)).toBe(false)
  error.stack = 'Error: late\n    at Timeout._onTimeout (file:///p/functions/a/index.ts?supabase-function=1:3:9)'
  expect(isFunctionFault(error)).toBe(true)
  expect(isFunctionFault(Object.assign(new Error('no error'), { code: 'ERR_UNHANDLED_REJECTION' }))).toBe(true)
})
