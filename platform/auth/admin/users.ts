import { z } from 'zod'
import { audit } from '../accounts/audit.ts'
import { presentUser, presentUsers } from '../accounts/present-user.ts'
import { findUserById, isSortColumn, listUsers, type User } from '../accounts/users.ts'
import { isUuid } from '../addresses.ts'
import { flag, readBody } from '../body.ts'
import { transaction } from '../database.ts'
import type { Visit } from '../deps.ts'
import { malformedUserId, userNotFound, validationFailed } from '../errors.ts'
import { audience, requireAdmin } from '../sessions/authenticate.ts'
import { softDeleteUser } from './soft-delete.ts'

const DEFAULT_PAGE_SIZE = 50
/** A page is held in memory with all its identities. */
const MAX_PAGE_SIZE = 1000

/** GET /admin/users?page=&per_page=&sort=&filter= */
export async function adminListUsers(visit: Visit): Promise<Response> {
  await requireAdmin(visit)
  const { auth } = visit.env
  const page = readCount(visit.req.query('page'), 1)
  const perPage = Math.min(readCount(visit.req.query('per_page'), DEFAULT_PAGE_SIZE), MAX_PAGE_SIZE)
  const [column = '', direction = ''] = (visit.req.query('sort') ?? '').split(' ')
  const { users, total } = await listUsers(auth.db, {
    aud: audience(visit),
    limit: perPage,
    offset: (page - 1) * perPage,
    filter: (visit.req.query('filter') ?? '').replaceAll('\0', '').slice(0, 254),
    sort: isSortColumn(column) ? column : 'created_at',
    descending: direction.toLowerCase() !== 'asc',
  })
  const body = { users: await presentUsers(auth.db, users), aud: audience(visit) }
  return Response.json(body, {
    headers: { 'x-total-count': String(total), link: pageLinks({ page, perPage, total, path: visit.req.path }) },
  })
}

/** GET /admin/users/{id} */
export async function adminGetUser(visit: Visit): Promise<Response> {
  const user = await requireSubject(visit)
  return Response.json(await presentUser(visit.env.auth.db, user))
}

const deleteSchema = z.looseObject({ should_soft_delete: flag })

/** DELETE /admin/users/{id} {should_soft_delete} */
export async function adminDeleteUser(visit: Visit): Promise<Response> {
  const user = await requireSubject(visit)
  const { auth, call } = visit.env
  const { should_soft_delete } = await readBody(visit, deleteSchema)
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
export async function requireSubject(visit: Visit): Promise<User> {
  await requireAdmin(visit)
  const id = visit.req.param('id') ?? ''
  if (!isUuid(id)) throw malformedUserId()
  const user = await findUserById(visit.env.auth.db, id)
  if (!user) throw userNotFound()
  return user
}

function readCount(text: string | undefined, fallback: number): number {
  if (text === undefined || text === '') return fallback
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (count < 1) throw validationFailed('Bad Pagination Parameters: page and per_page must be whole numbers from 1')
  return count
}

/** RFC 8288 links. `page` comes first: the client reads the first value of each link. */
function pageLinks({ page, perPage, total, path }: { page: number; perPage: number; total: number; path: string }) {
  const last = Math.max(1, Math.ceil(total / perPage))
  const link = (to: number, rel: string) => `<${path}?page=${to}&per_page=${perPage}>; rel="${rel}"`
  return page < last ? `${link(page + 1, 'next')}, ${link(last, 'last')}` : link(last, 'last')
}
