import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server'
import { z } from 'zod'
import { transaction } from '../../kernel/transaction.ts'
import { isUuid } from '../addresses.ts'
import { readBody, text } from '../body.ts'
import { violatedUniqueIndex } from '../database.ts'
import { sendNotice } from '../delivery/account-notice.ts'
import type { RequestContext } from '../deps.ts'
import { ceremonyExpired, ceremonyFailed, ceremonyNotFound, passkeyExists, tooManyPasskeys } from '../errors.ts'
import { limitAddress } from '../limits/rules.ts'
import { CEREMONY_SECONDS, MAX_PASSKEYS, requirePasskeyOwner, requirePasskeys, userHandle } from './relying-party.ts'
import { registrationSchema } from './schemas.ts'
import { closeCeremony, insertPasskey, openCeremony, passkeysOf, presentPasskey } from './store.ts'

const bodySchema = z.looseObject({ challenge_id: text, credential: registrationSchema })

/** POST /passkeys/registration/options */
export async function startRegistration(context: RequestContext): Promise<Response> {
  const party = requirePasskeys(context)
  const { auth } = context.env
  const { user } = await requirePasskeyOwner(context)
  const existing = await passkeysOf(auth.db, user.id)
  if (existing.length >= MAX_PASSKEYS) throw tooManyPasskeys()
  const name = user.email || user.phone || user.id
  const options = await generateRegistrationOptions({
    rpName: party.rp_display_name,
    rpID: party.rp_id,
    userName: name,
    userDisplayName: name,
    userID: userHandle(user.id),
    timeout: CEREMONY_SECONDS * 1000,
    attestationType: 'none',
    excludeCredentials: existing.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
    // Signing in without saying who one is needs a key that knows.
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'preferred' },
  })
  const expiresAt = new Date(auth.now().getTime() + CEREMONY_SECONDS * 1000)
  const ceremony = { userId: user.id, kind: 'registration', challenge: options.challenge, expiresAt } as const
  const id = await openCeremony(auth.db, ceremony)
  return Response.json({ challenge_id: id, options, expires_at: Math.floor(expiresAt.getTime() / 1000) })
}

/** POST /passkeys/registration/verify */
export async function finishRegistration(context: RequestContext): Promise<Response> {
  const party = requirePasskeys(context)
  const { auth } = context.env
  const { user } = await requirePasskeyOwner(context)
  await limitAddress(context, 'passkey')
  const { challenge_id, credential } = await readBody(context, bodySchema)
  const kind = 'registration'
  const ceremony = isUuid(challenge_id)
    ? await closeCeremony(auth.db, { id: challenge_id, userId: user.id, kind })
    : null
  if (!ceremony) throw ceremonyNotFound()
  if (ceremony.expiresAt <= auth.now()) throw ceremonyExpired()
  const verified = await verifyRegistrationResponse({
    response: credential,
    expectedChallenge: ceremony.challenge,
    expectedOrigin: party.rp_origins,
    expectedRPID: party.rp_id,
    requireUserVerification: false,
  }).catch(() => null)
  if (!verified?.registrationInfo) throw ceremonyFailed()
  const { registrationInfo: info } = verified
  try {
    const passkey = await transaction(auth.db, async (tx) => {
      await sendNotice(auth, tx, { kind: 'identity_linked', user, provider: 'passkey' })
      return insertPasskey(tx, {
        userId: user.id,
        credentialId: info.credential.id,
        publicKey: info.credential.publicKey,
        attestationType: info.fmt,
        aaguid: info.aaguid,
        signCount: info.credential.counter,
        transports: credential.response.transports ?? [],
        multiDevice: info.credentialDeviceType === 'multiDevice',
        backedUp: info.credentialBackedUp,
        now: auth.now(),
      })
    })
    auth.messenger.flush()
    return Response.json(presentPasskey(passkey))
  } catch (error) {
    if (violatedUniqueIndex(error) === null) throw error
    throw passkeyExists()
  }
}
