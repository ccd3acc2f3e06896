import type { Queryable } from '../database.ts'
import type { Auth } from '../deps.ts'
import { clearTokens } from '../secrets/one-time-tokens.ts'
import { dropFormerHolder, isUnproven } from './former-holder.ts'
import { patchIdentity, saveIdentity } from './identities.ts'
import { type Metadata, type User, updateUser } from './users.ts'

/** Marks the e-mail address as proven, in the user and in the e-mail identity; an anonymous user becomes permanent. */
export async function confirmEmail(auth: Auth, tx: Queryable, user: User): Promise<User> {
  const now = auth.now()
  await clearTokens(tx, user.id, ['confirmation_token'])
  await patchIdentity(tx, { userId: user.id, provider: 'email', data: { email_verified: true }, now })
  return updateUser(
    tx,
    user.id,
    {
      email_confirmed_at: user.email_confirmed_at ?? now,
      is_anonymous: false,
      raw_user_meta_data: { ...user.raw_user_meta_data, email_verified: true },
    },
    now,
  )
}

export async function confirmPhone(auth: Auth, tx: Queryable, user: User): Promise<User> {
  const now = auth.now()
  await clearTokens(tx, user.id, ['confirmation_token'])
  await patchIdentity(tx, { userId: user.id, provider: 'phone', data: { phone_verified: true }, now })
  return updateUser(
    tx,
    user.id,
    {
      phone_confirmed_at: user.phone_confirmed_at ?? now,
      is_anonymous: false,
      raw_user_meta_data: { ...user.raw_user_meta_data, phone_verified: true },
    },
    now,
  )
}

/** What a mail or a text message has proven, by its link or its code. */
export interface AddressProof {
  provider: 'email' | 'phone'
  /** The password that was chosen by whoever this link or code was made for. */
  passwordHash: string | null
}

/** Marks an address as proven by a message to it. The first proof of an account makes it its prover's alone. */
export async function confirmByMessage(
  auth: Auth,
  tx: Queryable,
  user: User,
  { provider, passwordHash }: AddressProof,
): Promise<User> {
  const confirm = provider === 'email' ? confirmEmail : confirmPhone
  if (!isUnproven(user)) return confirm(auth, tx, user)
  const freed = await dropFormerHolder(auth, tx, user, { provider, providerId: user.id })
  // An account that began with another provider has had no identity for its address.
  await addAddressIdentity(auth, tx, { user: freed, provider, data: {}, verified: true })
  const change = { encrypted_password: passwordHash }
  return confirm(auth, tx, await updateUser(tx, user.id, change, auth.now()))
}

/** Gives the user an identity for an address that is its own, and lists its provider in the app metadata. */
export async function addAddressIdentity(
  auth: Auth,
  tx: Queryable,
  { user, provider, data, verified }: { user: User; provider: 'email' | 'phone'; data: Metadata; verified: boolean },
): Promise<void> {
  const address = provider === 'email' ? { email: user.email } : { phone: user.phone }
  await saveIdentity(tx, {
    userId: user.id,
    provider,
    providerId: user.id,
    data: {
      ...data,
      sub: user.id,
      ...address,
      email_verified: provider === 'email' && verified,
      phone_verified: provider === 'phone' && verified,
    },
    now: auth.now(),
  })
}

/** `provider` is the first way a user could sign in, `providers` are all of them. */
export function withProvider(metadata: Metadata | null, provider: string): Metadata {
  const listed = Array.isArray(metadata?.providers) ? metadata.providers : []
  const providers = listed.includes(provider) ? listed : [...listed, provider]
  return { ...metadata, provider: metadata?.provider ?? provider, providers }
}
