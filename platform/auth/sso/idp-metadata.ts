import { attributeOf, elementsNamed, METADATA_LIMITS, readXml, textOf, XmlRefused } from './xml.ts'

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
  const root = readXml(xml, METADATA_LIMITS)
  const [descriptor, ...others] = elementsNamed(root, 'EntityDescriptor')
  if (!descriptor || others.length > 0) throw new XmlRefused('SAML Metadata must describe exactly one entity')
  const [provider, ...more] = elementsNamed(root, 'IDPSSODescriptor')
  if (!provider || more.length > 0) throw new XmlRefused('SAML Metadata does not describe an Identity Provider')
  const entityId = attributeOf(descriptor, 'entityID')
  const entryPoint = attributeOf(
    elementsNamed(provider, 'SingleSignOnService').find(
      (service) => attributeOf(service, 'Binding') === REDIRECT_BINDING,
    ),
    'Location',
  )
  // A provider may be a service as well, with other keys that sign nothing for us.
  const certificates = elementsNamed(provider, 'KeyDescriptor')
    .filter((key) => attributeOf(key, 'use') !== 'encryption')
    .flatMap((key) => elementsNamed(key, 'X509Certificate'))
    .map((certificate) => pem(textOf(certificate)))
  if (entityId === '' || entryPoint === '' || certificates.length === 0) {
    throw new XmlRefused('SAML Metadata needs an entityID, an HTTP-Redirect SingleSignOnService and a signing key')
  }
  // Visitors' browsers are sent there.
  if (!['https:', 'http:'].includes(URL.parse(entryPoint)?.protocol ?? '')) {
    throw new XmlRefused('The SingleSignOnService of SAML Metadata must be at an HTTP address')
  }
  return { entityId, entryPoint, certificates }
}

function pem(base64: string): string {
  const lines = base64.replaceAll(/\s/g, '').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----`
}
