import { SAML } from '@node-saml/node-saml'
import { serviceUrl, type Visit } from '../deps.ts'
import type { IdpMetadata } from './idp-metadata.ts'
import { keepsNothing } from './no-cache.ts'
import type { SsoProvider } from './store.ts'

/** Makes one request to an identity provider, under an id that its response must name. Responses are read in verify-response.ts. */
export function requesterOf(
  visit: Visit,
  { provider, metadata, requestId }: { provider: SsoProvider; metadata: IdpMetadata; requestId: string },
): SAML {
  const { entryPoint, certificates, entityId } = metadata
  const privateKey = visit.env.auth.config.saml.private_key.replaceAll('\\n', '\n')
  return new SAML({
    ...ourSide(visit),
    entryPoint,
    idpCert: certificates,
    idpIssuer: entityId,
    audience: ourSide(visit).issuer,
    ...(privateKey ? { privateKey, signatureAlgorithm: 'sha256' } : {}),
    identifierFormat: provider.name_id_format,
    disableRequestedAuthnContext: true,
    cacheProvider: keepsNothing,
    generateUniqueId: () => requestId,
  })
}

/** Names by which providers know us. */
export function ourSide(visit: Visit): { issuer: string; callbackUrl: string } {
  const url = serviceUrl(visit)
  return { issuer: `${url}/sso/saml/metadata`, callbackUrl: `${url}/sso/saml/acs` }
}
