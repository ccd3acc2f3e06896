import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { transaction } from '../../kernel/transaction.ts'
import { isUuid } from '../addresses.ts'
import { readBody, text } from '../body.ts'
import type { Queryable } from '../database.ts'
import type { RequestContext } from '../deps.ts'
import { oauthAuthorizationNotFound, oauthConsentNotFound, validationFailed } from '../errors.ts'
import { requireOwner, requireUser, type SignedIn } from '../sessions/authenticate.ts'
import {
  type Authorization,
  consentsOf,
  decideAuthorization,
  grantConsent,
  revokeConsent,
  takeAuthorization,
} from './authorizations.ts'
import { answerUrl } from './authorize.ts'
import { requireOAuthServer } from './client-input.ts'
import { findOAuthClient, introduceClient } from './clients.ts'

/** GET /oauth/authorizations/{id}: what is asked for; or straight on, when it was granted before. */
export async function describeAuthorization(context: RequestContext): Promise<Response> {
  const { auth } = context.env
  const { user, authorization } = await requireAuthorization(context)
  const client = await findOAuthClient(auth.db, authorization.client_id)
  if (!client) throw oauthAuthorizationNotFound()
  const consents = await consentsOf(auth.db, user.id)
  const earlier = consents.find((consent) => consent.client_id === client.id)?.scopes.split(' ') ?? []
  if (authorization.scope.split(' ').every((scope) => earlier.includes(scope))) {
    return Response.json({ redirect_url: await transaction(auth.db, (tx) => approve(context, tx, authorization)) })
  }
  return Response.json({
    authorization_id: authorization.authorization_id,
    redirect_uri: authorization.redirect_uri,
    client: introduceClient(client),
    user: { id: user.id, email: user.email ?? '' },
    scope: authorization.scope,
  })
}

const decisionSchema = z.looseObject({ action: text })

/** POST /oauth/authorizations/{id}/consent {action: approve | deny} */
export async function decideConsent(context: RequestContext): Promise<Response> {
  const { auth } = context.env
  const { user, authorization } = await requireAuthorization(context)
  const { action } = await readBody(context, decisionSchema)
  if (action !== 'approve' && action !== 'deny') throw validationFailed('action must be "approve" or "deny"')
  const url = await transaction(auth.db, async (tx) => {
    const now = auth.now()
    if (action === 'deny') {
      await decideAuthorization(tx, { id: authorization.id, codeFingerprint: null, now })
      const refusal = { error: 'access_denied', error_description: 'User denied the request' }
      return answerUrl(authorization.redirect_uri, refusal, authorization.state).href
    }
    const scopes = authorization.scope
    await grantConsent(tx, { userId: user.id, clientId: authorization.client_id, scopes, now })
    return approve(context, tx, authorization)
  })
  return Response.json({ redirect_url: url })
}

/** GET /user/oauth/grants */
export async function listGrants(context: RequestContext): Promise<Response> {
  requireOAuthServer(context)
  const { auth } = context.env
  const { user } = await requireOwner(context)
  const grants = await Promise.all(
    (await consentsOf(auth.db, user.id)).map(async ({ client_id, scopes, granted_at }) => {
      const client = await findOAuthClient(auth.db, client_id)
      return client
        ? [{ client: introduceClient(client), scopes: scopes.split(' '), granted_at: granted_at.toISOString() }]
        : []
    }),
  )
  return Response.json(grants.flat())
}

/** DELETE /user/oauth/grants?client_id= */
export async function revokeGrant(context: RequestContext): Promise<Response> {
  requireOAuthServer(context)
  const { auth } = context.env
  const { user } = await requireOwner(context)
  const clientId = context.req.query('client_id') ?? ''
  if (!isUuid(clientId)) throw validationFailed('client_id must be an UUID')
  const revoked = await transaction(auth.db, (tx) => revokeConsent(tx, { userId: user.id, clientId, now: auth.now() }))
  if (!revoked) throw oauthConsentNotFound()
  return new Response(null, { status: 204 })
}

async function requireAuthorization(context: RequestContext): Promise<SignedIn & { authorization: Authorization }> {
  requireOAuthServer(context)
  const { auth } = context.env
  const signedIn = await requireUser(context)
  // Only the person decides, never an application that holds their token.
  if (signedIn.session?.oauth_client_id) throw oauthAuthorizationNotFound()
  const authorizationId = (context.req.param('id') ?? '').slice(0, 128)
  const request = { authorizationId, userId: signedIn.user.id, now: auth.now() }
  const authorization = await takeAuthorization(auth.db, request)
  if (!authorization) throw oauthAuthorizationNotFound()
  return { ...signedIn, authorization }
}

/** The application's address with a code for it. */
async function approve(context: RequestContext, tx: Queryable, authorization: Authorization): Promise<string> {
  const { auth } = context.env
  const code = randomBytes(32).toString('base64url')
  const codeFingerprint = auth.tokens.fingerprint(`oauth:${code}`)
  await decideAuthorization(tx, { id: authorization.id, codeFingerprint, now: auth.now() })
  return answerUrl(authorization.redirect_uri, { code }, authorization.state).href
}
