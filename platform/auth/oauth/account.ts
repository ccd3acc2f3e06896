import { transaction } from '../../kernel/transaction.ts'
import { audit } from '../accounts/audit.ts'
import { confirmEmail, withProvider } from '../accounts/confirm.ts'
import { dropFormerHolder, isUnproven } from '../accounts/former-holder.ts'
import { findIdentity, saveIdentity } from '../accounts/identities.ts'
import {
  createUser,
  findUserByEmail,
  findUserById,
  isBanned,
  lockUser,
  type Metadata,
  type User,
  updateUser,
} from '../accounts/users.ts'
import type { Queryable } from '../database.ts'
import { sendNotice } from '../delivery/account-notice.ts'
import type { RequestContext } from '../deps.ts'
import { sendConfirmation } from '../endpoints/send-confirmation.ts'
import {
  AuthError,
  emailExists,
  emailNeedsVerification,
  identityAlreadyExists,
  providerEmailMissing,
  providerEmailUnverified,
  signupDisabled,
  tokenUserGone,
  userBanned,
} from '../errors.ts'
import { allowNewUser } from '../hooks/run-hook.ts'
import { limitMails, limitMailTo } from '../limits/rules.ts'
import { findToken } from '../secrets/one-time-tokens.ts'
import type { Profile } from './provider.ts'

export interface ProvenIdentity {
  provider: string
  profile: Profile
  /** Whether a user without an address may be made. */
  emailOptional: boolean
  aud: string
}

/** A user who may come in, or one who has yet to prove an address that nobody vouches for. */
export type Admission = { user: User } | { unproven: User }

/** Finds or makes the account of somebody whom a provider vouches for. */
export async function admit(context: RequestContext, tx: Queryable, proven: ProvenIdentity): Promise<Admission> {
  const { auth, call } = context.env
  const { provider, profile } = proven
  const known = await findIdentity(tx, provider, profile.subject)
  const user = known ? await findUserById(tx, known.user_id) : await match(context, tx, proven)
  if (!user) throw tokenUserGone()
  if (isBanned(user, auth.now())) throw userBanned(403)
  const updated = await attach(context, tx, { user, proven })
  const event = { actor: updated, address: call.clientAddress, now: auth.now(), traits: { provider } }
  if (updated.email_confirmed_at || updated.email === null) {
    await audit(tx, { action: 'login', ...event })
    return { user: updated }
  }
  if (profile.emailVerified && profile.email === updated.email) {
    await audit(tx, { action: 'user_signedup', ...event })
    const ours = isUnproven(updated) ? await disown(context, tx, updated, proven) : updated
    return { user: await confirmEmail(auth, tx, await attach(context, tx, { user: ours, proven })) }
  }
  return { unproven: updated }
}

/** Mails the proof of an address that the provider does not vouch for, as often as others get mails, and refuses. */
export async function refuseUnproven(context: RequestContext, user: User, provider: string): Promise<never> {
  const { auth } = context.env
  const email = user.email ?? ''
  // Where nobody is asked to confirm an address, the provider is the only one who could.
  if (!auth.config.email.enable_confirmations) throw emailNeedsVerification(provider)
  await limitMailTo(context, 'confirmation', email)
  await limitMails(context)
  await transaction(auth.db, (tx) => sendConfirmation(context, tx, { user, challenge: null, repeated: false }))
  auth.messenger.flush()
  throw providerEmailUnverified(provider)
}

/** The account that a new identity belongs to: the one with the same proven address, else a new one. */
async function match(
  context: RequestContext,
  tx: Queryable,
  { provider, profile, emailOptional, aud }: ProvenIdentity,
) {
  const { auth, call } = context.env
  if (profile.email === '' && !emailOptional) throw providerEmailMissing()
  const holder = profile.email === '' ? null : await findUserByEmail(tx, profile.email, aud)
  if (holder && profile.emailVerified) {
    const locked = await lockUser(tx, holder.id)
    if (locked && isUnproven(locked)) return disown(context, tx, locked, { provider, profile })
    if (locked) await sendNotice(auth, tx, { kind: 'identity_linked', user: locked, provider })
    return locked
  }
  // An address that the provider has not verified proves nothing about the account that has it.
  if (holder) throw emailNeedsVerification(provider)
  // Nor is it the new account's before a mail to it has been opened, which nobody gets here.
  const isGiven = profile.emailVerified || auth.config.email.enable_confirmations
  if (!isGiven && !emailOptional) throw emailNeedsVerification(provider)
  if (!auth.config.enable_signup) throw signupDisabled()
  const now = auth.now()
  const created = await createUser(tx, {
    aud,
    now,
    values: { email: (isGiven && profile.email) || null, raw_app_meta_data: withProvider(null, provider) },
  })
  await allowNewUser(context, tx, created)
  const traits = { provider }
  await audit(tx, { action: 'user_signedup', actor: created, address: call.clientAddress, now, traits })
  return created
}

/** The owner of an address comes in, by a provider's word, where somebody else may have made the account. */
async function disown(
  context: RequestContext,
  tx: Queryable,
  user: User,
  { provider, profile }: Pick<ProvenIdentity, 'provider' | 'profile'>,
): Promise<User> {
  const { auth } = context.env
  const freed = await dropFormerHolder(auth, tx, user, { provider, providerId: profile.subject })
  return updateUser(tx, freed.id, { raw_user_meta_data: {} }, auth.now())
}

/** Writes down what the provider says now. */
async function attach(
  context: RequestContext,
  tx: Queryable,
  { user, proven }: { user: User; proven: ProvenIdentity },
): Promise<User> {
  const { auth } = context.env
  const { provider, profile } = proven
  const data = identityData(profile)
  await saveIdentity(tx, {
    userId: user.id,
    provider,
    providerId: profile.subject,
    data,
    now: auth.now(),
    signedIn: true,
  })
  return updateUser(
    tx,
    user.id,
    {
      raw_app_meta_data: withProvider(user.raw_app_meta_data, provider),
      raw_user_meta_data: { ...user.raw_user_meta_data, ...data },
    },
    auth.now(),
  )
}

/** Adds an identity to an account whose owner has asked for it. */
export async function link(
  context: RequestContext,
  tx: Queryable,
  targetId: string,
  proven: ProvenIdentity,
): Promise<User> {
  const { auth } = context.env
  const { provider, profile } = proven
  const user = await lockUser(tx, targetId)
  if (!user) throw tokenUserGone()
  if (isBanned(user, auth.now())) throw userBanned(403)
  const known = await findIdentity(tx, provider, profile.subject)
  if (known) {
    const ours = known.user_id === user.id
    throw identityAlreadyExists(ours ? 'Identity is already linked' : 'Identity is already linked to another user')
  }
  const linked = await attach(context, tx, { user, proven })
  await sendNotice(auth, tx, { kind: 'identity_linked', user, provider })
  if (linked.email || profile.email === '' || !profile.emailVerified) return linked
  // An anonymous user gets the address of the identity, and is anonymous no longer.
  if (await findUserByEmail(tx, profile.email, user.aud)) throw emailExists()
  const withEmail = await updateUser(tx, user.id, { email: profile.email }, auth.now())
  return confirmEmail(auth, tx, withEmail)
}

/** Lets an invited user in through the provider, when it vouches for the invited address. */
export async function acceptInvite(
  context: RequestContext,
  tx: Queryable,
  inviteToken: string,
  proven: ProvenIdentity,
): Promise<User> {
  const { auth, call } = context.env
  const found = await findToken(auth, tx, ['confirmation_token'], inviteToken)
  const user = found ? await lockUser(tx, found.userId) : null
  if (!user) throw new AuthError(404, 'invite_not_found', 'Invite not found')
  if (isBanned(user, auth.now())) throw userBanned(403)
  if (proven.profile.email !== user.email || !proven.profile.emailVerified) {
    throw new AuthError(400, 'validation_failed', 'Invited email does not match emails from external provider')
  }
  const invited = isUnproven(user)
    ? await dropFormerHolder(auth, tx, user, { provider: proven.provider, providerId: proven.profile.subject })
    : user
  const attached = await attach(context, tx, { user: invited, proven })
  await audit(tx, { action: 'invite_accepted', actor: attached, address: call.clientAddress, now: auth.now() })
  return confirmEmail(auth, tx, attached)
}

function identityData({ subject, email, emailVerified, claims }: Profile): Metadata {
  return {
    ...claims,
    sub: subject,
    provider_id: subject,
    ...(email ? { email } : {}),
    email_verified: emailVerified,
    phone_verified: false,
  }
}
