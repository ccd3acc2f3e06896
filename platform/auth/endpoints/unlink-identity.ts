import { audit } from '../accounts/audit.ts'
import { deleteIdentity, type Identity, identitiesOf } from '../accounts/identities.ts'
import { findUserByEmail, type User, type UserChange, updateUser } from '../accounts/users.ts'
import { isUuid } from '../addresses.ts'
import { type Queryable, transaction } from '../database.ts'
import type { Visit } from '../deps.ts'
import {
  identityEmailConflict,
  identityNotFound,
  malformedIdentityId,
  manualLinkingDisabled,
  singleIdentity,
} from '../errors.ts'
import { requireOwner } from '../sessions/authenticate.ts'

/** DELETE /user/identities/{id} */
export async function unlinkIdentity(visit: Visit): Promise<Response> {
  const { auth, call } = visit.env
  const { user } = await requireOwner(visit)
  if (!auth.config.enable_manual_linking) throw manualLinkingDisabled()
  const id = visit.req.param('id') ?? ''
  if (!isUuid(id)) throw malformedIdentityId()
  await transaction(auth.db, async (tx) => {
    const identities = await identitiesOf(tx, [user.id])
    const leaving = identities.find((identity) => identity.id === id)
    if (!leaving) throw identityNotFound()
    const remaining = identities.filter((identity) => identity.id !== id)
    if (remaining.length === 0) throw singleIdentity()
    await deleteIdentity(tx, id)
    await updateUser(tx, user.id, await changesAfter(tx, { user, leaving, remaining }), auth.now())
    const traits = { identity_id: id, provider: leaving.provider, provider_id: leaving.provider_id }
    const event = { actor: user, address: call.clientAddress, now: auth.now(), traits }
    await audit(tx, { action: 'identity_unlinked', ...event })
  })
  return Response.json({})
}

/** The user must not keep an address, or list a provider, that no remaining identity stands for. */
async function changesAfter(
  tx: Queryable,
  { user, leaving, remaining }: { user: User; leaving: Identity; remaining: Identity[] },
): Promise<UserChange> {
  const providers = [...new Set(remaining.map(({ provider }) => provider))]
  const raw_app_meta_data = { ...user.raw_app_meta_data, provider: providers[0], providers }
  if (leaving.provider === 'phone') return { raw_app_meta_data, phone: null, phone_confirmed_at: null }
  const stillBacked = leaving.email !== user.email || remaining.some(({ email }) => email === user.email)
  if (stillBacked) return { raw_app_meta_data }
  const next = remaining.find(({ email }) => email !== null)
  const email = next?.email ?? null
  const holder = email ? await findUserByEmail(tx, email, user.aud) : null
  if (holder && holder.id !== user.id) throw identityEmailConflict()
  const verified = next?.identity_data.email_verified === true
  return { raw_app_meta_data, email, ...(verified ? {} : { email_confirmed_at: null }) }
}
