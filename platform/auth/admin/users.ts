import { z } from 'zod'
import { transaction } from '../../kernel/transaction.ts'
import { audit } from '../accounts/audit.ts'
import { presentUser, presentUsers } from '../accounts/present-user.ts'
import { findUserById, isSortColumn, listUsers, type User } from '../accounts/users.ts'
import { isUuid } from '../addresses.ts'
import { flag, readBody } from '../body.ts'
import type { RequestContext } from '../deps.ts'
import { malformedUserId, userNotFound } from '../errors.ts'
import { audience, requireAdmin } from '../sessions/authenticate.ts'
import { pageLinks, readPage } from './pagination.ts'
import { softDeleteUser } from './soft-delete.ts'

/** GET /admin/users?page=&per_page=&sort=&filter= */
export async function adminListUsers(context: RequestContext): Promise<Response> {
  await requireAdmin(context)
  const { auth } = context.env
  const { page, perPage } = readPage(context)
  const [column = '', direction = ''] = (context.req.query('sort') ?? '').split(' ')
  const { users, total } = await listUsers(auth.db, {
    aud: audience(context),
    limit: perPage,
    offset: (page - 1) * perPage,
    filter: (context.req.query('filter') ?? '').replaceAll('\0', '').slice(0, 254),
    sort: isSortColumn(column) ? column : 'created_at',
    descending: direction.toLowerCase() !== 'asc',
  })
  const body = { users: await presentUsers(auth.db, users), aud: audience(context) }
  return Response.json(body, {
    headers: { 'x-total-count': String(total), link: pageLinks({ page, perPage, total, path: context.req.path }) },
  })
}

/** GET /admin/users/{id} */
export async function adminGetUser(context: RequestContext): Promise<Response> {
  const user = await requireSubject(context)
  return Response.json(await presentUser(context.env.auth.db, user))
}

const deleteSchema = z.looseObject({ should_soft_delete: flag })

/** DELETE /admin/users/{id} {should_soft_delete} */
export async function adminDeleteUser(context: RequestContext): Promise<Response> {
  const user = await requireSubject(context)
  const { auth, call } = context.env
  const { should_soft_delete } = await readBody(context, deleteSchema)
  await transaction(auth.db, async (tx) => {
    const now = auth.now()
    const traits = { user_id: user.id, user_email: user.email ?? '', user_phone: user.phone ?? '' }
    await audit(tx, { action: 'user_deleted', actor: null, address: call.clientAddress, now, traits })
    if (should_soft_delete) await softDeleteUser(auth, tx, user)
    else await tx.query('delete from auth.users where id = $1', [user.id])
  })
  return Response.json({})
}

/** The user of an admin call's path. Throws GoTrue's refusals. */
export async function requireSubject(context: RequestContext): Promise<User> {
  await requireAdmin(context)
  const id = context.req.param('id') ?? ''
  if (!isUuid(id)) throw malformedUserId()
  const user = await findUserById(context.env.auth.db, id)
  if (!user) throw userNotFound()
  return user
}
