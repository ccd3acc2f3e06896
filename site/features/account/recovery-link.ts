/** What the link of a password mail brought along, in the address's fragment. */
export type RecoveryLink =
  | { kind: 'none' }
  | { kind: 'session'; accessToken: string; refreshToken: string }
  | { kind: 'failed'; expired: boolean }

/** Reads the fragment that /auth/v1/verify leads back with. */
export function readRecoveryLink(hash: string): RecoveryLink {
  const values = new URLSearchParams(hash.replace(/^#/, ''))
  const [accessToken, refreshToken] = [values.get('access_token'), values.get('refresh_token')]
  if (accessToken && refreshToken) return { kind: 'session', accessToken, refreshToken }
  if (values.has('error') || values.has('error_code')) {
    // GoTrue says otp_expired for links that are too old, and for those that were used.
    return { kind: 'failed', expired: values.get('error_code') === 'otp_expired' }
  }
  return { kind: 'none' }
}
