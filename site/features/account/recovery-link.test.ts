import { expect, test } from 'vitest'
import { readRecoveryLink } from './recovery-link.ts'

test('a recovery link brings a session', () => {
  expect(
    readRecoveryLink('#access_token=a.b.c&expires_in=3600&refresh_token=r&token_type=bearer&type=recovery'),
  ).toEqual({
    kind: 'session',
    accessToken: 'a.b.c',
    refreshToken: 'r',
  })
})

test('an expired or used link says so, another failure is only a failure', () => {
  const expired =
    '#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired&sb='
  expect(readRecoveryLink(expired)).toEqual({ kind: 'failed', expired: true })
  expect(readRecoveryLink('#error=server_error&error_code=unexpected_failure')).toEqual({
    kind: 'failed',
    expired: false,
  })
})

test.each(['', '#', '#main', '#access_token=only'])('%j is nobody’s link', (hash) => {
  expect(readRecoveryLink(hash)).toEqual({ kind: 'none' })
})
