import { expect, test } from 'vitest'
import { isNothing, queryClient } from './query-client.ts'

const { gcTime, retry, retryDelay } = queryClient.getDefaultOptions().queries ?? {}

test('unused data is kept 5 minutes, and what failed is tried three times more, 30 seconds apart at most [B9.22]', () => {
  expect(gcTime).toBe(5 * 60_000)
  if (typeof retry !== 'function' || typeof retryDelay !== 'function') throw new Error('both are rules')
  const failed = new Error('Failed to fetch')
  expect([0, 1, 2, 3].map((failures) => retry(failures, failed))).toEqual([true, true, true, false])
  expect([0, 1, 2, 4, 5, 9].map((failures) => retryDelay(failures, failed))).toEqual([
    1000, 2000, 4000, 16_000, 30_000, 30_000,
  ])
})

test.each(['42501', 'PGRST116', '23514', '22023'])('what is refused (%s) is not tried again', (code) => {
  if (typeof retry !== 'function') throw new Error('it is a rule')
  expect(retry(0, Object.assign(new Error('refused'), { code }))).toBe(false)
})

test('what failed asks for the rights again, but the question itself does not', async () => {
  const rights = ['staff-role', 'someone']
  queryClient.setQueryData(rights, 'admin')
  const refused = Object.assign(new Error('refused'), { code: '42501' })
  const fail = (queryKey: string[]) =>
    queryClient.fetchQuery({ queryKey, queryFn: () => Promise.reject(refused), retry: false }).catch(() => {})
  const isAsked = () => queryClient.getQueryState(rights)?.isInvalidated
  await fail(['staff-role', 'other'])
  expect(isAsked()).toBe(false)
  await fail(['products'])
  expect(isAsked()).toBe(true)
  queryClient.clear()
})

test.each([
  [[], true],
  [{ pages: [[]] }, true],
  [[1], false],
  [{ pages: [[1]] }, false],
  [{ pages: [[1], []] }, false],
  [null, false],
  [0, false],
])('read as %j, which may be the answer to an ended session: %j', (data, asks) => {
  expect(isNothing(data)).toBe(asks)
})
