import { createHash } from 'node:crypto'
import {
  createRemoteJWKSet,
  customFetch,
  decodeJwt,
  type JWK,
  type JWSHeaderParameters,
  type JWTPayload,
  jwtVerify,
} from 'jose'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { transaction } from '../../kernel/transaction.ts'
import { flag, metaSecurity, readBody, text } from '../body.ts'
import type { RequestContext } from '../deps.ts'
import { badIdToken, OAuthError, providerDisabled, validationFailed } from '../errors.ts'
import { requireCaptcha } from '../limits/captcha.ts'
import { audience, requireFullOwner } from '../sessions/authenticate.ts'
import { sessionResponse, signIn } from '../sessions/sign-in.ts'
import { admit, link, refuseUnproven } from './account.ts'
import { checkProfile } from './check-profile.ts'
import { clientIds, fetchFrom, type OAuthProvider, type Profile } from './provider.ts'
import { fetchTo, findProvider } from './registry.ts'

const bodySchema = z.looseObject({
  provider: text,
  id_token: text,
  token: text,
  access_token: text,
  nonce: text,
  client_id: text,
  issuer: text,
  link_identity: flag,
  gotrue_meta_security: metaSecurity,
})
type Body = z.output<typeof bodySchema>

/** POST /token?grant_type=id_token: an app has signed the visitor in with the provider and brings its id_token. */
export async function signInWithIdToken(context: RequestContext): Promise<Response> {
  const { auth } = context.env
  const body = await readBody(context, bodySchema)
  await requireCaptcha(context, body.gotrue_meta_security)
  const idToken = body.id_token || body.token
  if (idToken === '') throw validationFailed('id_token required')
  if (body.provider === '' && (body.client_id === '' || body.issuer === '')) {
    throw validationFailed('provider or client_id and issuer required')
  }
  const linkTo = body.link_identity ? (await requireFullOwner(context, 'link an identity')).user : null
  const provider = await providerOf(context, body)
  const { claims, profile } = await verifyIdToken(context, provider, idToken)
  requireNonce(claims, body.nonce, provider)
  requireAccessToken(claims, body.access_token)

  const proven = {
    provider: provider.name,
    profile,
    emailOptional: provider.config.email_optional,
    aud: audience(context),
  }
  const outcome = await transaction(auth.db, async (tx) => {
    if (linkTo) return signIn(context, tx, { user: await link(context, tx, linkTo.id, proven), method: 'oauth' })
    const admission = await admit(context, tx, proven)
    return 'user' in admission ? signIn(context, tx, { user: admission.user, method: 'oauth' }) : admission
  })
  if ('unproven' in outcome) return refuseUnproven(context, outcome.unproven, provider.name)
  return sessionResponse(outcome)
}

async function providerOf(context: RequestContext, { provider, issuer }: Body): Promise<OAuthProvider> {
  const { providers } = context.env.auth
  if (provider !== '') {
    const named = await findProvider(context.env.auth, provider)
    if (!named?.idTokens) throw providerDisabled(`issuer "${provider}"`)
    return named
  }
  for (const candidate of providers.values()) {
    const expected = await candidate.idTokens?.().catch(() => null)
    if (expected && matchesIssuer(expected.issuer, issuer)) return candidate
  }
  throw providerDisabled(`issuer "${issuer}"`)
}

async function verifyIdToken(
  context: RequestContext,
  provider: OAuthProvider,
  idToken: string,
): Promise<{ claims: JWTPayload; profile: Profile }> {
  const { auth } = context.env
  try {
    const rules = await provider.idTokens?.()
    if (!rules) throw new Error(`${provider.name} has no id_tokens`)
    const claimed = decodeJwt(idToken).iss ?? ''
    if (!matchesIssuer(rules.issuer, claimed)) throw new Error(`unexpected issuer ${claimed.slice(0, 200)}`)
    const keys = keysOf(rules.jwksUri, fetchTo(provider, auth))
    const { payload, protectedHeader } = await jwtVerify(idToken, keys, {
      issuer: claimed,
      audience: clientIds(provider.config),
      currentDate: auth.now(),
      clockTolerance: 30,
      requiredClaims: ['sub', 'exp'],
    })
    requireIdToken(payload, protectedHeader)
    requireKeyOf(
      claimed,
      keys.jwks()?.keys.find(({ kid }) => kid === protectedHeader.kid),
    )
    const profile = checkProfile(rules.profile(payload))
    if (profile.subject === '') throw new Error('the token names nobody')
    return { claims: payload, profile }
  } catch (error) {
    auth.log.warn({ err: error, provider: provider.name }, 'an id_token was refused')
    throw badIdToken()
  }
}

type KeySet = ReturnType<typeof createRemoteJWKSet>

/** Keys of an issuer are cached by jose's set, which fetches again when it meets an unknown one. */
const keySets = new WeakMap<typeof fetch, LRUCache<string, KeySet>>()
/** Each with a few kilobytes; an issuer may name another address in every discovery. */
const MAX_KEY_SETS = 100

function keysOf(jwksUri: string, fetch: typeof globalThis.fetch): KeySet {
  const cached = keySets.get(fetch) ?? new LRUCache<string, KeySet>({ max: MAX_KEY_SETS })
  const keys = cached.get(jwksUri) ?? createRemoteJWKSet(new URL(jwksUri), { [customFetch]: fetchFrom(fetch) })
  cached.set(jwksUri, keys)
  keySets.set(fetch, cached)
  return keys
}

/** Issuers sign other tokens for the same audience with the same keys: access tokens (RFC 9068), logout tokens. */
function requireIdToken(claims: JWTPayload, { typ = 'JWT' }: JWSHeaderParameters): void {
  if (!/^(application\/)?jwt$/i.test(typ) || 'events' in claims) throw new Error(`a ${typ} is no id_token`)
}

/** Entra's keys of all tenants say whose they are: `{tenantid}` for everyone's, or one tenant's issuer. */
function requireKeyOf(issuer: string, key: JWK | undefined): void {
  const owner = key && 'issuer' in key ? String(key.issuer) : null
  if (owner === null) return
  const [before, after] = owner.split('{tenantid}')
  const fits = after === undefined ? issuer === before : issuer.startsWith(before ?? '') && issuer.endsWith(after)
  if (!fits) throw new Error('the key is of another issuer')
}

function matchesIssuer(expected: string | RegExp, issuer: string): boolean {
  return typeof expected === 'string' ? expected === issuer : expected.test(issuer)
}

/** Providers carry the digest of the nonce, the app brings the nonce: a stolen id_token alone is worth nothing. */
function requireNonce(claims: JWTPayload, nonce: string, { config }: OAuthProvider): void {
  if (config.skip_nonce_check) return
  const carried = typeof claims.nonce === 'string' ? claims.nonce : ''
  if ((carried === '') !== (nonce === '')) {
    throw new OAuthError('invalid request', 'Passed nonce and nonce in id_token should either both exist or not.')
  }
  if (carried !== '' && createHash('sha256').update(nonce).digest('hex') !== carried) {
    throw new OAuthError('invalid nonce', 'Nonces mismatch')
  }
}

/** OpenID Connect Core 3.1.3.6: the left half of the access token's digest. */
function requireAccessToken(claims: JWTPayload, accessToken: string): void {
  const expected = claims.at_hash
  if (typeof expected !== 'string' || accessToken === '') return
  const actual = createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url')
  if (actual !== expected.replace(/(?<!=)=+$/, '')) throw badIdToken()
}
