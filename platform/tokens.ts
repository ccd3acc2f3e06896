import { createHmac } from 'node:crypto'
import {
  type CryptoKey,
  calculateJwkThumbprint,
  createLocalJWKSet,
  decodeProtectedHeader,
  errors,
  importJWK,
  type JWK,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from 'jose'

export type Claims = JWTPayload & { role?: string; session_id?: string; aal?: string; is_anonymous?: boolean }

export interface TokenKeys {
  /** Shared secret of the legacy HS256 keys, at least 32 characters. */
  jwtSecret: string
  /**
   * Private EC P-256 (or RSA, Ed25519) JWKs, or secrets (`oct`), newest first: the first whose key_ops do not
   * say otherwise signs, all verify. Empty: the shared secret signs.
   */
  signingKeys: JWK[]
}

/** Signs and verifies the JWTs of all five services with one set of keys. */
export interface Tokens {
  /** The JWT that stands for a project key: HS256, as the legacy anon and service_role keys are. */
  forRole(role: 'anon' | 'service_role'): string
  sign(claims: Claims): Promise<string>
  /** Throws a jose error (JWTExpired, JWSSignatureVerificationFailed, …) that each service renders its own way. */
  verify(token: string): Promise<Claims>
  /** Public half of the asymmetric keys, as /auth/v1/.well-known/jwks.json shows them. */
  jwks(): { keys: JWK[] }
  /** Keyed digest (hex) of a one-time secret: what is stored in its place, useless to a reader of the database. */
  fingerprint(secret: string): string
}

/** Seconds two machines' clocks may differ by; PostgREST's own leeway. */
const CLOCK_TOLERANCE_SECONDS = 30

export async function createTokens({ jwtSecret, signingKeys }: TokenKeys): Promise<Tokens> {
  const secret = new TextEncoder().encode(jwtSecret)
  const sharedSecrets = signingKeys.filter(isSecret).map(readSecret)
  const publicKeys = await Promise.all(signingKeys.filter((key) => !isSecret(key)).map(publicHalf))
  const verifyPublic = createLocalJWKSet({ keys: publicKeys })
  const signer = await firstSigner(signingKeys)
  const roleTokens = {
    anon: await legacyKey('anon', jwtSecret),
    service_role: await legacyKey('service_role', jwtSecret),
  }

  return {
    forRole: (role) => roleTokens[role],
    async sign(claims) {
      const jwt = new SignJWT(claims)
      if (!signer) return jwt.setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(secret)
      return jwt.setProtectedHeader({ alg: signer.alg, kid: signer.kid, typ: 'JWT' }).sign(signer.key)
    },
    async verify(token) {
      const { alg, kid } = decodeProtectedHeader(token)
      // The key's kind is chosen by us from the algorithm, never the other way round: a public key is no HMAC secret.
      if (alg === 'HS256') {
        const named = sharedSecrets.find((key) => key.kid === kid)
        const result = await jwtVerify<Claims>(token, named?.bytes ?? secret, {
          algorithms: ['HS256'],
          clockTolerance: CLOCK_TOLERANCE_SECONDS,
        })
        return forUs(result.payload)
      }
      if (publicKeys.length === 0) throw new errors.JWKSNoMatchingKey()
      const result = await jwtVerify<Claims>(token, verifyPublic, {
        algorithms: ['ES256', 'RS256', 'EdDSA'],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
      })
      return forUs(result.payload)
    },
    jwks: () => ({ keys: publicKeys }),
    fingerprint: (text) => createHmac('sha256', jwtSecret).update(text).digest('hex'),
  }
}

/** The audience of every token that GoTrue issues for a project's users. */
const AUDIENCE = 'authenticated'

/** A token that names an audience must name ours; project keys and signed URLs name none. */
function forUs(claims: Claims): Claims {
  if (claims.aud === undefined || [claims.aud].flat().includes(AUDIENCE)) return claims
  throw new errors.JWTClaimValidationFailed('unexpected "aud" claim value', claims, 'aud', 'check_failed')
}

/** Expiry of legacy keys, in 2032: the one the Supabase CLI's own have, so that the same secret gives the same keys. */
const LEGACY_KEY_EXPIRY = 1_983_812_996

/** The legacy api key of a role: anyone who knows the secret can make it, so it need not be stored. */
export function legacyKey(role: 'anon' | 'service_role', jwtSecret: string): Promise<string> {
  return new SignJWT({ iss: 'supabase-demo', role, exp: LEGACY_KEY_EXPIRY })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(jwtSecret))
}

async function firstSigner(keys: JWK[]): Promise<{ key: CryptoKey | Uint8Array; kid: string; alg: string } | null> {
  const first = keys.find(({ key_ops }) => !key_ops || key_ops.includes('sign'))
  if (!first) return null
  if (isSecret(first)) return { key: readSecret(first).bytes, kid: readSecret(first).kid, alg: 'HS256' }
  const alg = first.alg ?? 'ES256'
  // A private key can do nothing but sign; the CLI writes what the pair is for, which WebCrypto would refuse.
  const { key_ops: _ops, use: _use, ext: _ext, ...key } = first
  return { key: await importJWK(key, alg), kid: first.kid ?? (await calculateJwkThumbprint(first)), alg }
}

function isSecret({ kty }: JWK): boolean {
  return kty === 'oct'
}

/** RFC 7518 3.2: an HMAC key is at least as long as the digest. */
const MIN_SECRET_BYTES = 32

function readSecret({ k = '', kid, alg = 'HS256' }: JWK): { kid: string; bytes: Uint8Array } {
  const bytes = Buffer.from(k, 'base64url')
  if (alg !== 'HS256') throw new Error(`A signing key of kty oct has alg ${alg}: only HS256 is supported.`)
  if (!kid) throw new Error('A signing key of kty oct has no kid, which tokens need to name it: add one.')
  if (bytes.length < MIN_SECRET_BYTES) throw new Error(`The signing key ${kid} of kty oct must have at least 32 bytes.`)
  return { kid, bytes }
}

async function publicHalf(key: JWK): Promise<JWK> {
  const { d: _d, p: _p, q: _q, dp: _dp, dq: _dq, qi: _qi, oth: _oth, k: _k, ...rest } = key
  return {
    ...rest,
    kid: key.kid ?? (await calculateJwkThumbprint(key)),
    alg: key.alg ?? 'ES256',
    use: 'sig',
    key_ops: ['verify'],
  }
}
