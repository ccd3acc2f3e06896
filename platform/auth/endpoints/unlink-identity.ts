import { transaction } from '../../kernel/transaction.ts'
import { audit } from '../accounts/audit.ts'
import { deleteIdentity, type Identity, identitiesOf } from '../accounts/identities.ts'
import { lockUser, type User, type UserChange, updateUser } from '../accounts/users.ts'
import { isUuid } from '../addresses.ts'
import { sendNotice } from '../delivery/account-notice.ts'
import type { RequestContext } from '../deps.ts'
import {
  identityNotFound,
  malformedIdentityId,
  manualLinkingDisabled,
  singleIdentity,
  tokenUserGone,
} from '../errors.ts'
import { requireFullOwner } from '../sessions/authenticate.ts'

/** DELETE /user/identities/{id} */
export async function unlinkIdentity(context: RequestContext): Promise<Response> {
  const { auth, call } = context.env
  const { user } = await requireFullOwner(context, 'unlink an identity')
  if (!auth.config.enable_manual_linking) throw manualLinkingDisabled()
  const id = context.req.param('id') ?? ''
  if (!isUuid(id)) throw malformedIdentityId()
  await transaction(auth.db, async (tx) => {
    // Two at one moment would each leave the other's identity, and together none.
    if (!(await lockUser(tx, user.id))) throw tokenUserGone()
    const identities = await identitiesOf(tx, [user.id])
    const leaving = identities.find((identity) => identity.id === id)
    if (!leaving) throw identityNotFound()
    const remaining = identities.filter((identity) => identity.id !== id)
    if (remaining.length === 0) throw singleIdentity()
    await deleteIdentity(tx, id)
    await updateUser(tx, user.id, changesAfter({ user, leaving, remaining }), auth.now())
    const traits = { identity_id: id, provider: leaving.provider, provider_id: leaving.provider_id }
    const event = { actor: user, address: call.clientAddress, now: auth.now(), traits }
    await audit(tx, { action: 'identity_unlinked', ...event })
    await sendNotice(auth, tx, { kind: 'identity_unlinked', user, provider: leaving.provider })
  })
  auth.messenger.flush()
  return Response.json({})
}

/**
 * The user must not list a provider that no remaining identity stands for. The address stays what it is: another one is
 * moved to by a change of address, which both mailboxes hear of.
 */
function changesAfter({
  user,
  leaving,
  remaining,
}: {
  user: User
  leaving: Identity
  remaining: Identity[]
}): UserChange {
  const providers = [...new Set(remaining.map(({ provider }) => provider))]
  const raw_app_meta_data = { ...user.raw_app_meta_data, provider: providers[0], providers }
  if (leaving.provider === 'phone') return { raw_app_meta_data, phone: null, phone_confirmed_at: null }
  // Nobody signs in any more with the password of an identity that is gone.
  return leaving.provider === 'email' ? { raw_app_meta_data, encrypted_password: null } : { raw_app_meta_data }
}
