import { transaction } from '../../kernel/transaction.ts'
import { isUuid } from '../addresses.ts'
import { pageLinks, readPage } from '../admin/pagination.ts'
import { readBody } from '../body.ts'
import type { Visit } from '../deps.ts'
import { OAuthError, oauthClientNotFound } from '../errors.ts'
import { limitAddress } from '../limits/rules.ts'
import { audience, requireAdmin } from '../sessions/authenticate.ts'
import { clientSchema, readClient, requireOAuthServer } from './client-input.ts'
import {
  createOAuthClient,
  deleteOAuthClient,
  findOAuthClient,
  listOAuthClients,
  type OAuthClient,
  presentClient,
  renewSecret,
  updateOAuthClient,
} from './clients.ts'

/** GET /admin/oauth/clients */
export async function adminListClients(visit: Visit): Promise<Response> {
  await requireAdminOfServer(visit)
  const { page, perPage } = readPage(visit)
  const { clients, total } = await listOAuthClients(visit.env.auth.db, { limit: perPage, offset: (page - 1) * perPage })
  const listed = clients.length > 0 ? { clients: clients.map((client) => presentClient(client)) } : {}
  return Response.json(
    { ...listed, aud: audience(visit) },
    { headers: { 'x-total-count': String(total), link: pageLinks({ page, perPage, total, path: visit.req.path }) } },
  )
}

/** POST /admin/oauth/clients */
export async function adminCreateClient(visit: Visit): Promise<Response> {
  await requireAdminOfServer(visit)
  return create(visit, 'manual')
}

/** POST /oauth/clients/register: an application registers itself (RFC 7591), where that is allowed. */
export async function registerClient(visit: Visit): Promise<Response> {
  requireOAuthServer(visit)
  if (!visit.env.auth.config.oauth_server.allow_dynamic_registration) {
    throw new OAuthError('access_denied', 'Dynamic client registration is not enabled')
  }
  await limitAddress(visit, 'registration')
  return create(visit, 'dynamic')
}

async function create(visit: Visit, registration: 'dynamic' | 'manual'): Promise<Response> {
  const { auth } = visit.env
  const values = readClient(await readBody(visit, clientSchema), null)
  const { client, secret } = await createOAuthClient(auth.db, { values, registration, now: auth.now() })
  return Response.json(presentClient(client, secret), { status: 201 })
}

/** GET /admin/oauth/clients/{id} */
export async function adminGetClient(visit: Visit): Promise<Response> {
  return Response.json(presentClient(await requireClient(visit)))
}

/** PUT /admin/oauth/clients/{id}: what is left out stays. */
export async function adminUpdateClient(visit: Visit): Promise<Response> {
  const present = await requireClient(visit)
  const { auth } = visit.env
  const values = readClient(await readBody(visit, clientSchema), present)
  return Response.json(presentClient(await updateOAuthClient(auth.db, { id: present.id, values, now: auth.now() })))
}

/** DELETE /admin/oauth/clients/{id} */
export async function adminDeleteClient(visit: Visit): Promise<Response> {
  const { id } = await requireClient(visit)
  const { auth } = visit.env
  await transaction(auth.db, (tx) => deleteOAuthClient(tx, id, auth.now()))
  return new Response(null, { status: 204 })
}

/** POST /admin/oauth/clients/{id}/regenerate_secret */
export async function adminRenewSecret(visit: Visit): Promise<Response> {
  const client = await requireClient(visit)
  const { auth } = visit.env
  return Response.json(presentClient(client, await renewSecret(auth.db, client.id, auth.now())))
}

async function requireAdminOfServer(visit: Visit): Promise<void> {
  await requireAdmin(visit)
  requireOAuthServer(visit)
}

async function requireClient(visit: Visit): Promise<OAuthClient> {
  await requireAdminOfServer(visit)
  const id = visit.req.param('id') ?? ''
  const client = isUuid(id) ? await findOAuthClient(visit.env.auth.db, id) : null
  if (!client) throw oauthClientNotFound()
  return client
}
