import { expect, test } from 'vitest'
import { failureWords } from './failure-words.ts'

test('what the server refused is told behind its failure, all else as an error that occurred [B8.41]', () => {
  const refused = Object.assign(new Error('permission denied'), { code: '42501' })
  expect(failureWords('Failed to update wallpaper', refused)).toBe('Failed to update wallpaper: permission denied')
  const broken = { message: 'TypeError: Failed to fetch', code: '' }
  expect(failureWords('Failed to update wallpaper', broken)).toBe('An error occurred: TypeError: Failed to fetch')
  expect(failureWords('Failed to update wallpaper', new Error('out of memory'))).toBe(
    'An error occurred: out of memory',
  )
})
