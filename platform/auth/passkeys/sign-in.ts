import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server'
import { z } from 'zod'
import { transaction } from '../../kernel/transaction.ts'
import { audit } from '../accounts/audit.ts'
import { findUserById, isBanned, type User } from '../accounts/users.ts'
import { isUuid } from '../addresses.ts'
import { metaSecurity, readBody, text } from '../body.ts'
import type { Queryable } from '../database.ts'
import type { RequestContext } from '../deps.ts'
import { ceremonyExpired, ceremonyFailed, ceremonyNotFound, emailNotConfirmed, userBanned } from '../errors.ts'
import { requireCaptcha } from '../limits/captcha.ts'
import { limitAddress } from '../limits/rules.ts'
import { sessionResponse, signIn } from '../sessions/sign-in.ts'
import { CEREMONY_SECONDS, type RelyingParty, requirePasskeys, userHandle } from './relying-party.ts'
import { assertionSchema } from './schemas.ts'
import { closeCeremony, findPasskeyByCredential, openCeremony, recordUse } from './store.ts'

const startSchema = z.looseObject({ gotrue_meta_security: metaSecurity })
const finishSchema = z.looseObject({ challenge_id: text, credential: assertionSchema })
type Assertion = z.output<typeof assertionSchema>

/** POST /passkeys/authentication/options: names no key, so that the visitor's device offers those it has for us. */
export async function startAuthentication(context: RequestContext): Promise<Response> {
  const party = requirePasskeys(context)
  const { auth } = context.env
  await limitAddress(context, 'passkey')
  const { gotrue_meta_security } = await readBody(context, startSchema)
  await requireCaptcha(context, gotrue_meta_security)
  const options = await generateAuthenticationOptions({
    rpID: party.rp_id,
    timeout: CEREMONY_SECONDS * 1000,
    userVerification: 'preferred',
    allowCredentials: [],
  })
  const expiresAt = new Date(auth.now().getTime() + CEREMONY_SECONDS * 1000)
  const ceremony = { userId: null, kind: 'authentication', challenge: options.challenge, expiresAt } as const
  const id = await openCeremony(auth.db, ceremony)
  return Response.json({ challenge_id: id, options, expires_at: Math.floor(expiresAt.getTime() / 1000) })
}

/** POST /passkeys/authentication/verify */
export async function finishAuthentication(context: RequestContext): Promise<Response> {
  const party = requirePasskeys(context)
  const { auth, call } = context.env
  await limitAddress(context, 'passkey')
  const { challenge_id, credential } = await readBody(context, finishSchema)
  const kind = 'authentication'
  const ceremony = isUuid(challenge_id) ? await closeCeremony(auth.db, { id: challenge_id, userId: null, kind }) : null
  if (!ceremony) throw ceremonyNotFound()
  if (ceremony.expiresAt <= auth.now()) throw ceremonyExpired()
  const result = await transaction(auth.db, async (tx) => {
    const user = await ownerOf(context, tx, { party, credential, challenge: ceremony.challenge })
    if (isBanned(user, auth.now())) throw userBanned(400)
    if (!user.email_confirmed_at && !user.phone_confirmed_at) throw emailNotConfirmed()
    const traits = { provider: 'passkey' }
    await audit(tx, { action: 'login', actor: user, address: call.clientAddress, now: auth.now(), traits })
    return signIn(context, tx, { user, method: 'passkey' })
  })
  return sessionResponse(result)
}

/** Whose key signed the challenge. An unknown key is answered like a wrong signature. */
async function ownerOf(
  context: RequestContext,
  tx: Queryable,
  { party, credential, challenge }: { party: RelyingParty; credential: Assertion; challenge: string },
): Promise<User> {
  const passkey = await findPasskeyByCredential(tx, credential.id)
  const user = passkey ? await findUserById(tx, passkey.user_id) : null
  if (!passkey || !user) throw ceremonyFailed()
  const { userHandle: handle } = credential.response
  if (handle && Buffer.from(handle, 'base64url').compare(userHandle(user.id)) !== 0) throw ceremonyFailed()
  const verified = await verifyAuthenticationResponse({
    response: credential,
    expectedChallenge: challenge,
    expectedOrigin: party.rp_origins,
    expectedRPID: party.rp_id,
    credential: {
      id: passkey.credential_id,
      publicKey: Uint8Array.from(passkey.public_key),
      counter: passkey.sign_count,
    },
    requireUserVerification: false,
  }).catch(() => null)
  if (!verified?.verified) throw ceremonyFailed()
  const { newCounter, credentialBackedUp } = verified.authenticationInfo
  await recordUse(tx, {
    id: passkey.id,
    signCount: newCounter,
    backedUp: credentialBackedUp,
    now: context.env.auth.now(),
  })
  return user
}
