import { transaction } from '../../kernel/transaction.ts'
import { audit } from '../accounts/audit.ts'
import { type Factor, factorsOf, presentFactor } from '../accounts/factors.ts'
import type { User } from '../accounts/users.ts'
import { isUuid } from '../addresses.ts'
import { requireSubject } from '../admin/users.ts'
import type { Queryable } from '../database.ts'
import { sendNotice } from '../delivery/account-notice.ts'
import type { Auth, RequestContext } from '../deps.ts'
import { factorNotFound, insufficientAal } from '../errors.ts'
import { requireNamedUser } from '../sessions/authenticate.ts'
import { requireRecentProof } from '../sessions/recent-proof.ts'
import { deleteFactor, findFactor } from './store.ts'

/** DELETE /factors/{id} */
export async function unenrollFactor(context: RequestContext): Promise<Response> {
  const { auth, call } = context.env
  const signedIn = await requireNamedUser(context)
  const { user, session } = signedIn
  const id = context.req.param('id') ?? ''
  const factor = isUuid(id) ? await findFactor(auth.db, user.id, id) : null
  if (!factor) throw factorNotFound()
  if (factor.status === 'verified' && session?.aal !== 'aal2') {
    throw insufficientAal(422, 'AAL2 required to unenroll verified factor')
  }
  if (factor.status === 'verified') await requireRecentProof(context, signedIn)
  await transaction(auth.db, async (tx) => {
    await removeFactor(auth, tx, { user, factor })
    const traits = { factor_id: factor.id, factor_status: factor.status }
    const event = { actor: user, address: call.clientAddress, now: auth.now(), traits }
    await audit(tx, { action: 'factor_unenrolled', ...event })
  })
  auth.messenger.flush()
  return Response.json({ id: factor.id })
}

/** GET /admin/users/{id}/factors */
export async function adminListFactors(context: RequestContext): Promise<Response> {
  const user = await requireSubject(context)
  const factors = await factorsOf(context.env.auth.db, [user.id])
  return Response.json(factors.map(presentFactor))
}

/** DELETE /admin/users/{id}/factors/{factorId} */
export async function adminDeleteFactor(context: RequestContext): Promise<Response> {
  const user = await requireSubject(context)
  const { auth, call } = context.env
  const id = context.req.param('factorId') ?? ''
  const factor = isUuid(id) ? await findFactor(auth.db, user.id, id) : null
  if (!factor) throw factorNotFound()
  await transaction(auth.db, async (tx) => {
    await removeFactor(auth, tx, { user, factor })
    const traits = { user_id: user.id, factor_id: factor.id }
    const event = { actor: null, address: call.clientAddress, now: auth.now(), traits }
    await audit(tx, { action: 'factor_unenrolled', ...event })
  })
  auth.messenger.flush()
  return Response.json(presentFactor(factor))
}

/** Tells its owner, unless it was never used. */
async function removeFactor(
  auth: Auth,
  tx: Queryable,
  { user, factor }: { user: User; factor: Factor },
): Promise<void> {
  await deleteFactor(tx, factor)
  if (factor.status !== 'verified') return
  await sendNotice(auth, tx, { kind: 'mfa_factor_unenrolled', user, factorType: factor.factor_type })
}
