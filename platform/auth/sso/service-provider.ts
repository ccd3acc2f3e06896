import { SAML } from '@node-saml/node-saml'
import { type RequestContext, serviceUrl } from '../deps.ts'
import type { IdpMetadata } from './idp-metadata.ts'
import { keepsNothing } from './no-cache.ts'
import type { SsoProvider } from './store.ts'

/** Makes one request to an identity provider, under an id that its response must name. Responses are read in verify-response.ts. */
export function requesterOf(
  context: RequestContext,
  { provider, metadata, requestId }: { provider: SsoProvider; metadata: IdpMetadata; requestId: string },
): SAML {
  const { entryPoint, certificates, entityId } = metadata
  const privateKey = context.env.auth.config.saml.private_key.replaceAll('\\n', '\n')
  return new SAML({
    ...ourSide(context),
    entryPoint,
    idpCert: certificates,
    idpIssuer: entityId,
    audience: ourSide(context).issuer,
    ...(privateKey ? { privateKey, signatureAlgorithm: 'sha256' } : {}),
    identifierFormat: provider.name_id_format,
    disableRequestedAuthnContext: true,
    cacheProvider: keepsNothing,
    generateUniqueId: () => requestId,
  })
}

/** Names by which providers know us. */
export function ourSide(context: RequestContext): { issuer: string; callbackUrl: string } {
  const url = serviceUrl(context)
  return { issuer: `${url}/sso/saml/metadata`, callbackUrl: `${url}/sso/saml/acs` }
}
