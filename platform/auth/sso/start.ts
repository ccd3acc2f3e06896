import { randomUUID } from 'node:crypto'
import { generateServiceProviderMetadata } from '@node-saml/node-saml'
import { z } from 'zod'
import { transaction } from '../../kernel/transaction.ts'
import { isUuid } from '../addresses.ts'
import { flag, metaSecurity, readBody, text } from '../body.ts'
import type { RequestContext } from '../deps.ts'
import { samlDisabled, ssoProviderDisabled, ssoProviderNotFound, validationFailed } from '../errors.ts'
import { requireCaptcha } from '../limits/captcha.ts'
import { limitAddress } from '../limits/rules.ts'
import { redirectTarget } from '../redirects.ts'
import { readCodeChallenge } from '../secrets/code-challenge.ts'
import { createFlowState } from '../sessions/flow-states.ts'
import { ourSide, requesterOf } from './service-provider.ts'
import { createRelayState, findSsoProvider, findSsoProviderByDomain, type SsoProvider } from './store.ts'

const bodySchema = z.looseObject({
  provider_id: text,
  domain: text,
  redirect_to: text,
  skip_http_redirect: flag,
  code_challenge: text,
  code_challenge_method: text,
  gotrue_meta_security: metaSecurity,
})
type Body = z.output<typeof bodySchema>

export function requireSaml(context: RequestContext): void {
  if (!context.env.auth.config.saml.enabled) throw samlDisabled()
}

/** POST /sso: to the identity provider of a company, by its id or by a mail domain. */
export async function startSso(context: RequestContext): Promise<Response> {
  requireSaml(context)
  await limitAddress(context, 'sso')
  const { auth } = context.env
  const body = await readBody(context, bodySchema)
  await requireCaptcha(context, body.gotrue_meta_security)
  const provider = await requireSsoProvider(context, body)
  const challenge = readCodeChallenge(body.code_challenge, body.code_challenge_method)
  const requestId = `id-${randomUUID()}`
  const relayState = randomUUID()
  const metadata = await auth.saml.metadata(provider.metadata_xml)
  const url = await requesterOf(context, { provider, metadata, requestId }).getAuthorizeUrlAsync(
    relayState,
    undefined,
    {},
  )
  await transaction(auth.db, async (tx) => {
    const now = auth.now()
    const flow = challenge
      ? await createFlowState(tx, { challenge, providerType: `sso:${provider.id}`, method: 'sso/saml', now })
      : null
    await createRelayState(tx, {
      id: relayState,
      providerId: provider.id,
      requestId,
      redirectTo: redirectTarget(context, body.redirect_to),
      flowStateId: flow?.id ?? null,
      now,
    })
  })
  if (body.skip_http_redirect) return Response.json({ url })
  return new Response(null, { status: 303, headers: { location: url } })
}

async function requireSsoProvider(context: RequestContext, { provider_id, domain }: Body): Promise<SsoProvider> {
  const { db } = context.env.auth
  if (provider_id !== '' && domain !== '') throw validationFailed('Only one of provider_id or domain supported')
  if (provider_id === '' && domain === '') throw validationFailed('A domain or provider_id needs to be provided')
  const provider =
    provider_id === ''
      ? await findSsoProviderByDomain(db, domain)
      : isUuid(provider_id)
        ? await findSsoProvider(db, provider_id)
        : null
  if (!provider) {
    throw domain === '' ? ssoProviderNotFound() : ssoProviderNotFound('No SSO provider assigned for this domain')
  }
  if (provider.disabled) throw ssoProviderDisabled()
  return provider
}

/** GET /sso/saml/metadata: what an identity provider's administrator loads to know us. */
export function samlMetadata(context: RequestContext): Response {
  requireSaml(context)
  const xml = generateServiceProviderMetadata({ ...ourSide(context), wantAssertionsSigned: true })
  const headers = new Headers({ 'content-type': 'application/xml', 'cache-control': 'public, max-age=600' })
  if (context.req.query('download') === 'true') {
    headers.set('content-disposition', 'attachment; filename="metadata.xml"')
  }
  return new Response(xml, { headers })
}
