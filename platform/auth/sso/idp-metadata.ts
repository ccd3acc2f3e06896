import { load } from 'cheerio'
import { validationFailed } from '../errors.ts'

/** What we need of an identity provider's metadata (SAML 2.0 Metadata, 2.4). */
export interface IdpMetadata {
  entityId: string
  /** Where an authentication request is sent by redirect. */
  entryPoint: string
  /** PEM */
  certificates: string[]
}

const REDIRECT_BINDING = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

/** Reads metadata XML. Throws what an admin is told about a document that will not do. */
export function parseIdpMetadata(xml: string): IdpMetadata {
  const $ = load(xml, { xml: true })
  // Prefixes are the author's choice, so elements are known by what follows them.
  const named = (name: string) => $('*').filter((_, element) => localName(element) === name)
  const descriptor = named('EntityDescriptor')
  if (descriptor.length !== 1) throw validationFailed('SAML Metadata must describe exactly one entity')
  if (named('IDPSSODescriptor').length !== 1) {
    throw validationFailed('SAML Metadata does not describe an Identity Provider')
  }
  const entityId = descriptor.attr('entityID') ?? ''
  const entryPoint = named('SingleSignOnService')
    .filter((_, element) => $(element).attr('Binding') === REDIRECT_BINDING)
    .attr('Location')
  const certificates = named('X509Certificate')
    .filter(
      (_, element) =>
        !isForEncryption(
          $(element)
            .parents()
            .toArray()
            .map((parent) => $(parent).attr('use')),
        ),
    )
    .toArray()
    .map((element) => pem($(element).text()))
  if (entityId === '' || !entryPoint || certificates.length === 0) {
    throw validationFailed('SAML Metadata needs an entityID, an HTTP-Redirect SingleSignOnService and a signing key')
  }
  return { entityId, entryPoint, certificates }
}

/** The sender that a response claims to have, before anything is verified. Empty when there is none. */
export function issuerOf(responseXml: string): string {
  const $ = load(responseXml, { xml: true })
  return $('*')
    .filter((_, element) => localName(element) === 'Issuer')
    .first()
    .text()
    .trim()
}

/** What a verified assertion says beyond the profile: its id, and when the session at the provider ends. */
export function assertionFacts(assertionXml: string): { id: string; sessionNotAfter: Date | null } {
  const $ = load(assertionXml, { xml: true })
  const find = (name: string) => $('*').filter((_, element) => localName(element) === name)
  const notAfter = find('AuthnStatement').attr('SessionNotOnOrAfter')
  return { id: find('Assertion').attr('ID') ?? '', sessionNotAfter: notAfter ? new Date(notAfter) : null }
}

function localName(element: object): string {
  const name = 'name' in element && typeof element.name === 'string' ? element.name : ''
  return name.slice(name.indexOf(':') + 1)
}

function isForEncryption(uses: (string | undefined)[]): boolean {
  return uses.includes('encryption')
}

function pem(base64: string): string {
  const lines = base64.replaceAll(/\s/g, '').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----`
}
