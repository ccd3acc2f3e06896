import { z } from 'zod'
import { transaction } from '../../kernel/transaction.ts'
import type { User } from '../accounts/users.ts'
import { isUuid } from '../addresses.ts'
import { requireSubject } from '../admin/users.ts'
import { readBody, text } from '../body.ts'
import { sendNotice } from '../delivery/account-notice.ts'
import type { RequestContext } from '../deps.ts'
import { passkeyNotFound } from '../errors.ts'
import { requireNamedUser } from '../sessions/authenticate.ts'
import { requirePasskeyOwner, requirePasskeys } from './relying-party.ts'
import { findPasskey, type Passkey, passkeysOf, presentPasskey } from './store.ts'

const renameSchema = z.looseObject({ friendly_name: text })
/** Long enough for a name, and for no more than that. */
const MAX_NAME_LENGTH = 120

/** GET /passkeys */
export async function listPasskeys(context: RequestContext): Promise<Response> {
  requirePasskeys(context)
  const { user } = await requireNamedUser(context)
  return Response.json((await passkeysOf(context.env.auth.db, user.id)).map(presentPasskey))
}

/** PATCH /passkeys/{id} {friendly_name} */
export async function renamePasskey(context: RequestContext): Promise<Response> {
  requirePasskeys(context)
  const { auth } = context.env
  const { user } = await requirePasskeyOwner(context)
  const passkey = await requirePasskey(context, user.id, context.req.param('id'))
  const { friendly_name } = await readBody(context, renameSchema)
  const name = friendly_name.slice(0, MAX_NAME_LENGTH)
  await auth.db.query('update auth.webauthn_credentials set friendly_name = $2, updated_at = $3 where id = $1', [
    passkey.id,
    name,
    auth.now(),
  ])
  return Response.json(presentPasskey({ ...passkey, friendly_name: name }))
}

/** DELETE /passkeys/{id} */
export async function deletePasskey(context: RequestContext): Promise<Response> {
  requirePasskeys(context)
  const { user } = await requirePasskeyOwner(context)
  return remove(context, user, context.req.param('id'))
}

/** GET /admin/users/{id}/passkeys */
export async function adminListPasskeys(context: RequestContext): Promise<Response> {
  requirePasskeys(context)
  const user = await requireSubject(context)
  return Response.json((await passkeysOf(context.env.auth.db, user.id)).map(presentPasskey))
}

/** DELETE /admin/users/{id}/passkeys/{passkeyId} */
export async function adminDeletePasskey(context: RequestContext): Promise<Response> {
  requirePasskeys(context)
  const user = await requireSubject(context)
  return remove(context, user, context.req.param('passkeyId'))
}

async function requirePasskey(context: RequestContext, userId: string, id = ''): Promise<Passkey> {
  const passkey = isUuid(id) ? await findPasskey(context.env.auth.db, userId, id) : null
  if (!passkey) throw passkeyNotFound()
  return passkey
}

async function remove(context: RequestContext, user: User, passkeyId: string | undefined): Promise<Response> {
  const { auth } = context.env
  const { id } = await requirePasskey(context, user.id, passkeyId)
  await transaction(auth.db, async (tx) => {
    const { rowCount } = await tx.query('delete from auth.webauthn_credentials where id = $1', [id])
    if (rowCount) await sendNotice(auth, tx, { kind: 'identity_unlinked', user, provider: 'passkey' })
  })
  auth.messenger.flush()
  return new Response(null, { status: 204 })
}
