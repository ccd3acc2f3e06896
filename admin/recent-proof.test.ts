import { afterEach, expect, test } from 'vitest'
import { askForProofWith, withProof } from './recent-proof.ts'

let sent: string[] = []
let isProved = false
const send: typeof fetch = async (input) => {
  sent.push(String(input))
  return new Response(null, { status: isProved ? 204 : 428 })
}
const call = (path: string) => withProof(send)(path, { method: 'POST', body: '{}' })

let stop = () => {}
afterEach(() => {
  stop()
  sent = []
  isProved = false
})

test('two requests that need the password are sent again after one question', async () => {
  let asked = 0
  stop = askForProofWith(async () => {
    asked += 1
    isProved = true
    return true
  })
  const [first, second] = await Promise.all([call('/one'), call('/two')])
  expect([first.status, second.status, asked]).toEqual([204, 204, 1])
  expect(sent.toSorted()).toEqual(['/one', '/one', '/two', '/two'])
})

test('a question that is declined leaves the refusal as it is, and the next request asks anew', async () => {
  let asked = 0
  stop = askForProofWith(async () => {
    asked += 1
    return false
  })
  expect((await call('/one')).status).toBe(428)
  expect((await call('/two')).status).toBe(428)
  expect([asked, sent]).toEqual([2, ['/one', '/two']])
})

test('where nothing asks, and for every other answer, the response is passed on', async () => {
  expect((await call('/one')).status).toBe(428)
  isProved = true
  expect((await call('/two')).status).toBe(204)
  expect(sent).toEqual(['/one', '/two'])
})
