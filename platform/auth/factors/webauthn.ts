import { z } from 'zod'
import type { Factor } from '../accounts/factors.ts'
import type { User } from '../accounts/users.ts'
import type { Queryable } from '../database.ts'
import type { RequestContext } from '../deps.ts'
import { type RelyingParty, userHandle } from '../passkeys/relying-party.ts'
import { assertionSchema, registrationSchema } from '../passkeys/schemas.ts'
import { CHALLENGE_SECONDS } from './store.ts'

/** A verified key, in the JSON that GoTrue keeps: ids and keys in base64. */
const credentialSchema = z.looseObject({
  id: z.string(),
  publicKey: z.string(),
  transport: z.array(z.string()).nullish(),
  authenticator: z.looseObject({ signCount: z.number() }),
})
type Credential = z.output<typeof credentialSchema>

const answerSchema = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('create'), credential_response: registrationSchema }),
  z.looseObject({ type: z.literal('request'), credential_response: assertionSchema }),
])

export interface KeyChallenge {
  /** For the client: what to hand to the browser. */
  webauthn: { type: 'create' | 'request'; credential_options: { publicKey: unknown } }
  challenge: string
}

/** The first challenge of a factor makes its key, the later ones ask for it. */
export async function challengeKey(
  context: RequestContext,
  { user, factor }: { user: User; factor: Factor },
): Promise<KeyChallenge> {
  const { generateAuthenticationOptions, generateRegistrationOptions } = await import('@simplewebauthn/server')
  const party = relyingParty(context)
  const timeout = CHALLENGE_SECONDS * 1000
  const known = factor.status === 'verified' ? readCredential(factor) : null
  if (known) {
    const allowCredentials = [{ id: base64Url(known.id), transports: known.transport ?? [] }]
    const options = await generateAuthenticationOptions({ rpID: party.rp_id, timeout, allowCredentials })
    return { challenge: options.challenge, webauthn: { type: 'request', credential_options: { publicKey: options } } }
  }
  const options = await generateRegistrationOptions({
    rpName: party.rp_display_name,
    rpID: party.rp_id,
    userName: user.email || user.phone || user.id,
    userDisplayName: factor.friendly_name || user.email || user.id,
    userID: userHandle(user.id),
    timeout,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  })
  return { challenge: options.challenge, webauthn: { type: 'create', credential_options: { publicKey: options } } }
}

/** Whether the browser's response proves the key; remembers a new one, and how often it was used. */
export async function answersKeyChallenge(
  context: RequestContext,
  tx: Queryable,
  { factor, challenge, answer }: { factor: Factor; challenge: string; answer: unknown },
): Promise<boolean> {
  const parsed = answerSchema.safeParse(answer)
  if (!parsed.success) return false
  const { verifyAuthenticationResponse, verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const party = relyingParty(context)
  const expected = {
    expectedChallenge: challenge,
    expectedOrigin: party.rp_origins,
    expectedRPID: party.rp_id,
    requireUserVerification: false,
  }
  if (parsed.data.type === 'create') {
    if (factor.status === 'verified') return false
    const response = parsed.data.credential_response
    const verified = await verifyRegistrationResponse({ response, ...expected }).catch(() => null)
    if (!verified?.registrationInfo) return false
    const { credential, aaguid } = verified.registrationInfo
    const stored: Credential = {
      id: Buffer.from(credential.id, 'base64url').toString('base64'),
      publicKey: Buffer.from(credential.publicKey).toString('base64'),
      transport: response.response.transports ?? [],
      authenticator: { signCount: credential.counter },
    }
    await remember(tx, { factor, stored, aaguid })
    return true
  }
  const known = factor.status === 'verified' ? readCredential(factor) : null
  if (!known) return false
  const verified = await verifyAuthenticationResponse({
    response: parsed.data.credential_response,
    ...expected,
    credential: {
      id: base64Url(known.id),
      publicKey: Uint8Array.from(Buffer.from(known.publicKey, 'base64')),
      counter: known.authenticator.signCount,
    },
  }).catch(() => null)
  if (!verified?.verified) return false
  const signCount = verified.authenticationInfo.newCounter
  await remember(tx, {
    factor,
    stored: { ...known, authenticator: { ...known.authenticator, signCount } },
    aaguid: null,
  })
  return true
}

async function remember(
  tx: Queryable,
  { factor, stored, aaguid }: { factor: Factor; stored: Credential; aaguid: string | null },
): Promise<void> {
  await tx.query(
    `update auth.mfa_factors
     set web_authn_credential = $2, web_authn_aaguid = coalesce($3, web_authn_aaguid) where id = $1`,
    [factor.id, stored, aaguid],
  )
}

function readCredential(factor: Factor): Credential | null {
  const parsed = credentialSchema.safeParse(factor.web_authn_credential)
  return parsed.success ? parsed.data : null
}

/** The site itself unless `[auth.webauthn]` says otherwise; never what the caller says, who may be a phishing page. */
function relyingParty(context: RequestContext): RelyingParty {
  const { webauthn, site_url } = context.env.auth.config
  if (webauthn) return webauthn
  const { hostname, origin } = new URL(site_url)
  return { rp_display_name: hostname, rp_id: hostname, rp_origins: [origin] }
}

function base64Url(base64: string): string {
  return Buffer.from(base64, 'base64').toString('base64url')
}
