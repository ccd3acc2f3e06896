import { randomUUID } from 'node:crypto'
import type { Queryable } from '../database.ts'
import type { Auth } from '../deps.ts'
import { addAddressIdentity, withProvider } from './confirm.ts'
import type { Identity } from './identities.ts'
import { type UserJson, userJson } from './present-user.ts'
import { createUser, type Metadata, type User } from './users.ts'

export interface AddressSignUp {
  id?: string
  aud: string
  provider: 'email' | 'phone'
  address: string
  passwordHash: string | null
  data: Metadata
  /** Shows the identity's claims in the user metadata, as a sign-up of one's own does and an admin's call does not. */
  withClaims: boolean
}

/** Creates an unconfirmed user with the identity of its address. */
export async function createAddressUser(auth: Auth, tx: Queryable, signUp: AddressSignUp): Promise<User> {
  const { aud, provider, address, passwordHash, data, withClaims } = signUp
  const id = signUp.id ?? randomUUID()
  const user = await createUser(tx, {
    id,
    aud,
    now: auth.now(),
    values: {
      [provider]: address,
      encrypted_password: passwordHash,
      raw_app_meta_data: withProvider(null, provider),
      raw_user_meta_data: withClaims
        ? { ...data, sub: id, [provider]: address, email_verified: false, phone_verified: false }
        : data,
    },
  })
  await addAddressIdentity(auth, tx, { user, provider, data, verified: false })
  return user
}

export type DecoySignUp = Omit<AddressSignUp, 'passwordHash' | 'id' | 'withClaims'>

/** What a stranger sees who signs up with an address that is taken: a new, unconfirmed user that does not exist. */
export async function decoyUser(auth: Auth, { aud, provider, address, data }: DecoySignUp): Promise<UserJson> {
  const now = auth.now()
  const id = randomUUID()
  const claims = { ...data, sub: id, [provider]: address, email_verified: false, phone_verified: false }
  const metadata = await asStored(auth, claims)
  const decoy: User = {
    id,
    aud,
    role: 'authenticated',
    email: provider === 'email' ? address : null,
    encrypted_password: null,
    email_confirmed_at: null,
    invited_at: null,
    confirmation_token: '',
    confirmation_sent_at: now,
    recovery_token: '',
    recovery_sent_at: null,
    email_change_token_new: '',
    email_change_token_current: '',
    email_change_confirm_status: 0,
    email_change: '',
    email_change_sent_at: null,
    phone: provider === 'phone' ? address : null,
    phone_confirmed_at: null,
    phone_change: '',
    phone_change_token: '',
    phone_change_sent_at: null,
    reauthentication_token: '',
    reauthentication_sent_at: null,
    confirmed_at: null,
    last_sign_in_at: null,
    raw_app_meta_data: withProvider(null, provider),
    raw_user_meta_data: metadata,
    is_sso_user: false,
    is_anonymous: false,
    banned_until: null,
    deleted_at: null,
    created_at: now,
    updated_at: now,
  }
  const identity: Identity = {
    id: randomUUID(),
    provider_id: id,
    user_id: id,
    identity_data: metadata,
    provider,
    last_sign_in_at: null,
    created_at: now,
    updated_at: now,
    email: decoy.email,
  }
  return userJson(decoy, [identity], [])
}

/** Postgres orders the members of jsonb its own way: a decoy in another order would be known by it. */
async function asStored(auth: Auth, metadata: Metadata): Promise<Metadata> {
  const { rows } = await auth.db.query<{ stored: Metadata }>('select $1::jsonb as stored', [metadata])
  return rows[0]?.stored ?? metadata
}
