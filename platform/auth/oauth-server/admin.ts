import { transaction } from '../../kernel/transaction.ts'
import { isUuid } from '../addresses.ts'
import { pageLinks, readPage } from '../admin/pagination.ts'
import { readBody } from '../body.ts'
import type { RequestContext } from '../deps.ts'
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
export async function adminListClients(context: RequestContext): Promise<Response> {
  await requireAdminOfServer(context)
  const { page, perPage } = readPage(context)
  const { clients, total } = await listOAuthClients(context.env.auth.db, {
    limit: perPage,
    offset: (page - 1) * perPage,
  })
  const listed = clients.length > 0 ? { clients: clients.map((client) => presentClient(client)) } : {}
  return Response.json(
    { ...listed, aud: audience(context) },
    { headers: { 'x-total-count': String(total), link: pageLinks({ page, perPage, total, path: context.req.path }) } },
  )
}

/** POST /admin/oauth/clients */
export async function adminCreateClient(context: RequestContext): Promise<Response> {
  await requireAdminOfServer(context)
  return create(context, 'manual')
}

/** POST /oauth/clients/register: an application registers itself (RFC 7591), where that is allowed. */
export async function registerClient(context: RequestContext): Promise<Response> {
  requireOAuthServer(context)
  if (!context.env.auth.config.oauth_server.allow_dynamic_registration) {
    throw new OAuthError('access_denied', 'Dynamic client registration is not enabled')
  }
  await limitAddress(context, 'registration')
  return create(context, 'dynamic')
}

async function create(context: RequestContext, registration: 'dynamic' | 'manual'): Promise<Response> {
  const { auth } = context.env
  const values = readClient(await readBody(context, clientSchema), null)
  const { client, secret } = await createOAuthClient(auth.db, { values, registration, now: auth.now() })
  return Response.json(presentClient(client, secret), { status: 201 })
}

/** GET /admin/oauth/clients/{id} */
export async function adminGetClient(context: RequestContext): Promise<Response> {
  return Response.json(presentClient(await requireClient(context)))
}

/** PUT /admin/oauth/clients/{id}: what is left out stays. */
export async function adminUpdateClient(context: RequestContext): Promise<Response> {
  const present = await requireClient(context)
  const { auth } = context.env
  const values = readClient(await readBody(context, clientSchema), present)
  return Response.json(presentClient(await updateOAuthClient(auth.db, { id: present.id, values, now: auth.now() })))
}

/** DELETE /admin/oauth/clients/{id} */
export async function adminDeleteClient(context: RequestContext): Promise<Response> {
  const { id } = await requireClient(context)
  const { auth } = context.env
  await transaction(auth.db, (tx) => deleteOAuthClient(tx, id, auth.now()))
  return new Response(null, { status: 204 })
}

/** POST /admin/oauth/clients/{id}/regenerate_secret */
export async function adminRenewSecret(context: RequestContext): Promise<Response> {
  const client = await requireClient(context)
  const { auth } = context.env
  return Response.json(presentClient(client, await renewSecret(auth.db, client.id, auth.now())))
}

async function requireAdminOfServer(context: RequestContext): Promise<void> {
  await requireAdmin(context)
  requireOAuthServer(context)
}

async function requireClient(context: RequestContext): Promise<OAuthClient> {
  await requireAdminOfServer(context)
  const id = context.req.param('id') ?? ''
  const client = isUuid(id) ? await findOAuthClient(context.env.auth.db, id) : null
  if (!client) throw oauthClientNotFound()
  return client
}
