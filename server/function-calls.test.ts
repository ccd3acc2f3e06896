import { expect, test, vi } from 'vitest'
import { createFunctionCall } from './function-calls.ts'

const job = { id: 'a job', signal: new AbortController().signal }
const calling = (response: Response) =>
  createFunctionCall({ fetch: async () => response, siteUrl: 'http://shop.example', secretKey: 'sb_secret_calls' })

test('the response to a job that nobody reads is ended, or the call would be logged as idle for too long', async () => {
  const cancelled = vi.fn()
  await calling(new Response(new ReadableStream({ cancel: cancelled })))('empty-trash', {}, job)
  expect(cancelled).toHaveBeenCalled()
})

test('a job fails with what its function answered', async () => {
  const call = calling(new Response('The trash is on fire.', { status: 500 }))
  await expect(call('empty-trash', {}, job)).rejects.toThrow('empty-trash answered 500: The trash is on fire.')
})
