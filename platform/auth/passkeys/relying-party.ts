import type { AuthConfig } from '../../config/schema.ts'
import type { RequestContext } from '../deps.ts'
import { passkeysDisabled } from '../errors.ts'
import { requireNamedUser, requireSecondFactor, type SignedIn } from '../sessions/authenticate.ts'
import { requireRecentProof } from '../sessions/recent-proof.ts'

/** Who a passkey is made for, and where it may be used: `[auth.webauthn]`. */
export type RelyingParty = NonNullable<AuthConfig['webauthn']>

/** A visitor has five minutes to touch the key; GoTrue's own limit. */
export const CEREMONY_SECONDS = 300
/** More than anybody owns. */
export const MAX_PASSKEYS = 10

export function requirePasskeys(context: RequestContext): RelyingParty {
  const { passkey, webauthn } = context.env.auth.config
  if (!passkey.enabled || !webauthn) throw passkeysDisabled()
  return webauthn
}

/** Who may add, rename and remove passkeys: the named owner, lately proven and with the second factor where there is one. */
export async function requirePasskeyOwner(context: RequestContext): Promise<SignedIn> {
  const signedIn = await requireNamedUser(context)
  await requireSecondFactor(context, signedIn, 'AAL2 session is required to change passkeys when MFA is enabled.')
  await requireRecentProof(context, signedIn)
  return signedIn
}

/** The user as an authenticator keeps it: an id that tells nothing. */
export function userHandle(userId: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(userId)
}
