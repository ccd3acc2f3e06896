import { randomUUID } from 'node:crypto'
import { type CacheProvider, SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import { serviceUrl, type Visit } from '../deps.ts'
import { parseIdpMetadata } from './idp-metadata.ts'
import type { SsoProvider } from './store.ts'

/** How far two machines' clocks may be apart. */
const CLOCK_SKEW_MS = 30_000

/** Our side of a connection to one identity provider. `requests` knows the request that a response must answer. */
export function serviceProvider(visit: Visit, provider: SsoProvider, requests: CacheProvider): SAML {
  const { entryPoint, certificates, entityId } = parseIdpMetadata(provider.metadata_xml)
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
    // Either signature covers the assertion; without this an unsigned assertion in a signed response would do.
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: CLOCK_SKEW_MS,
    // A response that answers a request must answer the one that was made here; one that answers none may come by itself.
    validateInResponseTo: ValidateInResponseTo.ifPresent,
    cacheProvider: requests,
    generateUniqueId: () => `id-${randomUUID()}`,
  })
}

/** Names by which providers know us. */
export function ourSide(visit: Visit): { issuer: string; callbackUrl: string } {
  const url = serviceUrl(visit)
  return { issuer: `${url}/sso/saml/metadata`, callbackUrl: `${url}/sso/saml/acs` }
}

/** Remembers the id of the one request that is being made. */
export function rememberRequest(): CacheProvider & { id(): string } {
  let saved = ''
  return {
    id: () => saved,
    async saveAsync(key, value) {
      saved = key
      return { value, createdAt: Date.now() }
    },
    getAsync: async () => null,
    removeAsync: async () => null,
  }
}

/** Knows the one request that a response may answer; null when it must answer none. */
export function expectRequest(requestId: string | null, madeAt: Date): CacheProvider {
  return {
    saveAsync: async () => null,
    getAsync: async (key) => (requestId !== null && key === requestId ? madeAt.toISOString() : null),
    removeAsync: async (key) => key,
  }
}
