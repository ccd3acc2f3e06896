import { createHash, timingSafeEqual } from 'node:crypto'
import { validationFailed } from '../errors.ts'

/** RFC 7636's challenge, as a sign-in request brought it. */
export interface CodeChallenge {
  challenge: string
  method: 's256' | 'plain'
}

const CHALLENGE = /^[A-Za-z0-9._~-]{43,128}$/

/** Null for the implicit flow: neither value was sent. */
export function readCodeChallenge(challenge: string, method: string): CodeChallenge | null {
  if (challenge === '' && method === '') return null
  if (challenge === '' || method === '') {
    throw validationFailed('PKCE flow requires code_challenge_method and code_challenge')
  }
  if (!CHALLENGE.test(challenge)) {
    throw validationFailed(
      'code challenge has to be between 43 and 128 characters of A-Z, a-z, 0-9, "-", ".", "_", "~"',
    )
  }
  const lower = method.toLowerCase()
  if (lower !== 's256' && lower !== 'plain') {
    throw validationFailed(`unsupported code_challenge method "${method.slice(0, 32)}": use s256 or plain`)
  }
  return { challenge, method: lower }
}

export function matchesVerifier({ challenge, method }: CodeChallenge, verifier: string): boolean {
  const actual = method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier
  return actual.length === challenge.length && timingSafeEqual(Buffer.from(actual), Buffer.from(challenge))
}
