import { expect, test } from 'vitest'
import { postFunction } from './post-function.ts'

const answering = (status: number, body: BodyInit | null) => async () => new Response(body, { status })

test('a refusal brings its words and those beside the fields', async () => {
  const refusal = { success: false, error: 'email: wrong', fields: { email: 'wrong', count: 3 } }
  expect(await postFunction(answering(400, JSON.stringify(refusal)), 'join', {})).toEqual({
    ok: false,
    status: 400,
    error: 'email: wrong',
    fields: { email: 'wrong' },
  })
})

test.each([
  '',
  '<html>',
  'null',
  '[]',
  '{"fields":null}',
])('a refusal with the body %j is only a refusal', async (body) => {
  expect(await postFunction(answering(502, body), 'join', {})).toEqual({ ok: false, status: 502, fields: {} })
})

test('no connection is an answer', async () => {
  const answer = await postFunction(() => Promise.reject(new TypeError('offline')), 'join', {})
  expect(answer).toEqual({ ok: false, status: 503, fields: {} })
})

test('a reply that nobody reads is ended', async () => {
  let cancelled = false
  const body = new ReadableStream({
    cancel() {
      cancelled = true
    },
  })
  expect(await postFunction(answering(200, body), 'join', {})).toMatchObject({ ok: true })
  expect(cancelled).toBe(true)
})
