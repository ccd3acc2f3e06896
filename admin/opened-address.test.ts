import { expect, test } from 'vitest'
import { failureIn, sessionIn } from './opened-address.ts'

test.each([
  ['', null],
  ['error=access_denied&error_code=otp_expired&error_description=Email+link', 'Email link is invalid or has expired'],
  ['error=access_denied&error_description=Anything', 'Access was denied'],
])('of %j is said %j [B8.3]', (address, sentence) => {
  expect(failureIn(new URLSearchParams(address))).toBe(sentence)
})

test.each([
  'error_description=Your account is locked. Call 555 0100',
  'error=server_error&error_description=x',
  'error=constructor',
])('a sentence that only the address knows is not said: %s', (address) => {
  expect(failureIn(new URLSearchParams(address))).toMatch(/^The link or the sign-in did not work/)
})

test.each([
  ['access_token=a&refresh_token=r&type=magiclink', { access_token: 'a', refresh_token: 'r' }],
  ['access_token=a', null],
  ['code=x', null],
])('the session that %j offers is %j', (address, session) => {
  expect(sessionIn(new URLSearchParams(address))).toEqual(session)
})
