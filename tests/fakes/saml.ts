import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { signXml } from '@node-saml/node-saml/lib/xml.js'
import { SAML_TEST_CERTIFICATE, SAML_TEST_KEY } from './saml-key.ts'

export const IDP_ENTITY_ID = 'https://idp.example/metadata'

/** The metadata that a company's administrator would hand over. */
export const IDP_METADATA = `<?xml version="1.0"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${IDP_ENTITY_ID}">
  <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <md:KeyDescriptor use="signing">
      <ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>
${SAML_TEST_CERTIFICATE}
      </ds:X509Certificate></ds:X509Data></ds:KeyInfo>
    </md:KeyDescriptor>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example/sso"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>`

export interface SamlAnswer {
  /** Our entity id and the address that the answer goes to. */
  audience: string
  destination: string
  /** Id of the request, or null for an answer to none. */
  inResponseTo: string | null
  nameId: string
  attributes?: Record<string, string>
  /** Minutes from now until which the assertion is good. */
  minutes?: number
  issuer?: string
  signedBy?: 'provider' | 'stranger' | 'nobody'
  sessionMinutes?: number
  /** Minutes from now at which the assertion was issued. */
  issuedMinutes?: number
  /** Whom the confirmation of the subject is for, and which request it answers; as the response says by default. */
  recipient?: string
  confirms?: string | null
  method?: string
  status?: string
  responseSignedBy?: 'provider' | 'stranger' | 'nobody'
}

/** The form field that an identity provider has the browser post. */
export function samlResponse(answer: SamlAnswer): string {
  const { audience, destination, inResponseTo, nameId, minutes = 5, issuer = IDP_ENTITY_ID } = answer
  const { confirms = inResponseTo, recipient = destination, method = 'bearer', status = 'Success' } = answer
  const at = (offset: number) => new Date(Date.now() + offset * 60_000).toISOString()
  const now = at(answer.issuedMinutes ?? 0)
  const replyTo = inResponseTo ? ` InResponseTo="${inResponseTo}"` : ''
  const confirmed = confirms ? ` InResponseTo="${confirms}"` : ''
  const attributes = Object.entries(answer.attributes ?? {})
    .map(
      ([name, value]) =>
        `<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`,
    )
    .join('')
  const session = answer.sessionMinutes ? ` SessionNotOnOrAfter="${at(answer.sessionMinutes)}"` : ''
  const xml = `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="r-${randomUUID()}" Version="2.0" IssueInstant="${now}" Destination="${destination}"${replyTo}><saml:Issuer>${issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${status}"/></samlp:Status><saml:Assertion ID="a-${randomUUID()}" Version="2.0" IssueInstant="${now}"><saml:Issuer>${issuer}</saml:Issuer><saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent">${nameId}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:${method}"><saml:SubjectConfirmationData NotOnOrAfter="${at(minutes)}" Recipient="${recipient}"${confirmed}/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${at(-5)}" NotOnOrAfter="${at(minutes)}"><saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${now}"${session}><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${attributes}</saml:AttributeStatement></saml:Assertion></samlp:Response>`
  const signed = sign(xml, 'Assertion', answer.signedBy ?? 'provider')
  return Buffer.from(sign(signed, 'Response', answer.responseSignedBy ?? 'nobody')).toString('base64')
}

/** The id of the request that an address of ours carries. */
export function samlRequestId(url: string): string {
  const request = new URL(url).searchParams.get('SAMLRequest') ?? ''
  const xml = inflateRawSync(Buffer.from(request, 'base64')).toString('utf8')
  return / ID="([^"]+)"/.exec(xml)?.[1] ?? ''
}

function sign(xml: string, what: 'Assertion' | 'Response', by: 'provider' | 'stranger' | 'nobody'): string {
  if (by === 'nobody') return xml
  const privateKey = by === 'provider' ? SAML_TEST_KEY : strangersKey()
  const element = `//*[local-name(.)="${what}"]`
  const place = { reference: `${element}/*[local-name(.)="Issuer"]`, action: 'after' } as const
  return signXml(xml, element, place, { privateKey, signatureAlgorithm: 'sha256', digestAlgorithm: 'sha256' })
}

function strangersKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}
