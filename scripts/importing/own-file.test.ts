import { expect, test } from 'vitest'
import { openOwnFile } from './own-file.ts'

test.each([
  null,
  '',
  '  ',
  '<img src=x onerror=alert(1)>',
])('a file of the merchant "%s" is not read', async (merchant) => {
  const { signal } = new AbortController()
  const opened = openOwnFile({ feed: '/no/such/file.csv', merchant, programmeId: null, mapping: null, signal })
  await expect(opened).rejects.toThrow('Say whose file it is, in letters: --merchant NAME.')
})
