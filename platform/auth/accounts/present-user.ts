import type { Queryable } from '../database.ts'
import { type Factor, factorsOf, presentFactor } from './factors.ts'
import { type Identity, identitiesOf } from './identities.ts'
import type { User } from './users.ts'

export type UserJson = ReturnType<typeof userJson>

/** The user as clients see it, with identities and factors. */
export async function presentUser(db: Queryable, user: User): Promise<UserJson> {
  const [json] = await presentUsers(db, [user])
  if (!json) throw new Error('One user is presented as one user.')
  return json
}

export async function presentUsers(db: Queryable, users: User[]): Promise<UserJson[]> {
  const ids = users.map((user) => user.id)
  const identities = await identitiesOf(db, ids)
  const factors = await factorsOf(db, ids)
  return users.map((user) =>
    userJson(
      user,
      identities.filter((identity) => identity.user_id === user.id),
      factors.filter((factor) => factor.user_id === user.id),
    ),
  )
}

/** Key order and absences are GoTrue's: a time that never was is left out, an address that is not there is "". */
export function userJson(user: User, identities: Identity[], factors: Factor[]) {
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? '',
    ...moment('email_confirmed_at', user.email_confirmed_at),
    ...moment('invited_at', user.invited_at),
    phone: user.phone ?? '',
    ...moment('phone_confirmed_at', user.phone_confirmed_at),
    ...moment('confirmation_sent_at', user.confirmation_sent_at),
    ...moment('confirmed_at', user.confirmed_at),
    ...moment('recovery_sent_at', user.recovery_sent_at),
    ...(user.email_change ? { new_email: user.email_change } : {}),
    ...moment('email_change_sent_at', user.email_change_sent_at),
    ...(user.phone_change ? { new_phone: user.phone_change } : {}),
    ...moment('phone_change_sent_at', user.phone_change_sent_at),
    ...moment('reauthentication_sent_at', user.reauthentication_sent_at),
    ...moment('last_sign_in_at', user.last_sign_in_at),
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    ...(factors.length > 0 ? { factors: factors.map(presentFactor) } : {}),
    identities: identities.map(presentIdentity),
    created_at: user.created_at.toISOString(),
    updated_at: user.updated_at.toISOString(),
    ...moment('banned_until', user.banned_until),
    ...moment('deleted_at', user.deleted_at),
    is_anonymous: user.is_anonymous,
  }
}

export function presentIdentity(identity: Identity) {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    last_sign_in_at: identity.last_sign_in_at?.toISOString() ?? null,
    created_at: identity.created_at.toISOString(),
    updated_at: identity.updated_at.toISOString(),
    ...(identity.email === null ? {} : { email: identity.email }),
  }
}

function moment(name: string, time: Date | null): Record<string, string> {
  return time ? { [name]: time.toISOString() } : {}
}
