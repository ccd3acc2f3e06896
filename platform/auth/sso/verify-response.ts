import { type Profile, SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import { getVerifiedXml } from '@node-saml/node-saml/lib/xml.js'
import { keepsNothing } from './no-cache.ts'
import { attributeOf, childrenNamed, elementsNamed, RESPONSE_LIMITS, readXml, textOf, XmlRefused } from './xml.ts'

/** How far two machines' clocks may be apart. */
export const CLOCK_SKEW_MS = 30_000
/** Assertions are posted by the browser the moment they are issued; an older one was kept by somebody. */
export const MAX_ASSERTION_AGE_MS = 600_000

export interface ResponseToVerify {
  xml: string
  entityId: string
  certificates: string[]
  /** Names by which the provider knows us. */
  audience: string
  acsUrl: string
  /** Id of the request that must be answered, or null when the provider began by itself and must answer none. */
  requestId: string | null
  nowMs: number
}

export interface VerifiedAssertion {
  id: string
  sessionNotAfterMs: number | null
  nameId: string
  nameIdFormat: string
  attributes: [name: string, values: string[]][]
}

/** The sender that a response claims to have, before anything is verified. Empty when there is none. */
export function issuerOf(xml: string): string {
  const root = readXml(xml, RESPONSE_LIMITS)
  return textOf(elementsNamed(root, 'Issuer')[0])
}

/**
 * Verifies a response (SAML 2.0 Profiles, 4.1.4.2 and 4.1.4.3). The library checks signatures, audience and conditions;
 * but it reads InResponseTo from the envelope, which need not be signed, and asks for no recipient, status or age.
 */
export async function verifyResponse(expected: ResponseToVerify): Promise<VerifiedAssertion> {
  checkEnvelope(expected)
  const { profile } = await connectionTo(expected).validatePostResponseAsync({
    SAMLResponse: Buffer.from(expected.xml).toString('base64'),
  })
  const signed = profile?.getAssertionXml?.()
  if (!profile || !signed) throw new XmlRefused('there is no assertion')
  const assertion = readXml(signed, RESPONSE_LIMITS)
  return { ...checkAssertion(assertion, expected), ...subjectOf(profile) }
}

/** What stands around the assertion, taken from what is signed when it is. */
function checkEnvelope({ xml, entityId, certificates, acsUrl }: ResponseToVerify): void {
  let response = readXml(xml, RESPONSE_LIMITS)
  if (response.localName !== 'Response') throw new XmlRefused('this is no response')
  const isSigned = childrenNamed(response, 'Signature').length > 0
  if (isSigned) {
    const verified = getVerifiedXml(xml, response, certificates)
    if (!verified) throw new XmlRefused('the signature of the response is not valid')
    response = readXml(verified, RESPONSE_LIMITS)
  }
  const [issuer] = childrenNamed(response, 'Issuer')
  if (issuer && textOf(issuer) !== entityId) throw new XmlRefused('the response is from somebody else')
  const destination = attributeOf(response, 'Destination')
  // A signed response must name its destination (SAML 2.0 Bindings, 3.5.5.2).
  if (destination !== acsUrl && (isSigned || destination !== '')) throw new XmlRefused('the destination is another')
  const status = childrenNamed(response, 'Status').flatMap((element) => childrenNamed(element, 'StatusCode'))
  if (status.length !== 1 || attributeOf(status[0], 'Value') !== 'urn:oasis:names:tc:SAML:2.0:status:Success') {
    throw new XmlRefused('the status is not success')
  }
}

function connectionTo({ entityId, certificates, audience, acsUrl }: ResponseToVerify): SAML {
  return new SAML({
    issuer: audience,
    callbackUrl: acsUrl,
    audience,
    idpCert: certificates,
    idpIssuer: entityId,
    // Without this an unsigned assertion in a signed response would do.
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: CLOCK_SKEW_MS,
    // Checked by us, inside the assertion.
    validateInResponseTo: ValidateInResponseTo.never,
    cacheProvider: keepsNothing,
  })
}

function checkAssertion(
  assertion: Element,
  expected: ResponseToVerify,
): Pick<VerifiedAssertion, 'id' | 'sessionNotAfterMs'> {
  const { entityId, nowMs } = expected
  const id = attributeOf(assertion, 'ID')
  if (assertion.localName !== 'Assertion' || id === '') throw new XmlRefused('the assertion has no id')
  const issuers = childrenNamed(assertion, 'Issuer')
  // Two providers may share a key.
  if (issuers.length !== 1 || textOf(issuers[0]) !== entityId)
    throw new XmlRefused('the assertion is from somebody else')
  const issuedMs = timeOf(assertion, 'IssueInstant')
  if (
    issuedMs === null ||
    issuedMs > nowMs + CLOCK_SKEW_MS ||
    issuedMs <= nowMs - MAX_ASSERTION_AGE_MS - CLOCK_SKEW_MS
  ) {
    throw new XmlRefused('the assertion is too old, or from the future')
  }
  if (childrenNamed(assertion, 'Conditions').length !== 1) throw new XmlRefused('the assertion has no conditions')
  const subjects = childrenNamed(assertion, 'Subject')
  const confirmations = subjects.flatMap((subject) => childrenNamed(subject, 'SubjectConfirmation'))
  if (subjects.length !== 1 || !confirmations.some((confirmation) => isBearerOf(confirmation, expected))) {
    throw new XmlRefused('no confirmation of the subject is meant for this request, here and now')
  }
  const ends = childrenNamed(assertion, 'AuthnStatement')
    .map((statement) => timeOf(statement, 'SessionNotOnOrAfter'))
    .filter((end) => end !== null)
  if (ends.some((end) => end <= nowMs - CLOCK_SKEW_MS)) throw new XmlRefused('the session has ended')
  return { id, sessionNotAfterMs: ends.length > 0 ? Math.min(...ends) : null }
}

/** Whether whoever brings the assertion is its subject: here, now, and in answer to what was asked. */
function isBearerOf(confirmation: Element, { acsUrl, requestId, nowMs }: ResponseToVerify): boolean {
  const [data] = childrenNamed(confirmation, 'SubjectConfirmationData')
  if (!data || attributeOf(confirmation, 'Method') !== 'urn:oasis:names:tc:SAML:2.0:cm:bearer') return false
  const until = timeOf(data, 'NotOnOrAfter')
  const from = timeOf(data, 'NotBefore')
  return (
    attributeOf(data, 'Recipient') === acsUrl &&
    until !== null &&
    until > nowMs - CLOCK_SKEW_MS &&
    (from === null || from <= nowMs + CLOCK_SKEW_MS) &&
    attributeOf(data, 'InResponseTo') === (requestId ?? '')
  )
}

/** Milliseconds since 1970, or null when the attribute is absent. Throws for what is no time. */
function timeOf(element: Element, name: string): number | null {
  const value = attributeOf(element, name)
  if (value === '') return null
  const ms = value.length <= 40 ? Date.parse(value) : Number.NaN
  if (Number.isNaN(ms)) throw new XmlRefused(`${name} is no time`)
  return ms
}

function subjectOf(profile: Profile): Pick<VerifiedAssertion, 'nameId' | 'nameIdFormat' | 'attributes'> {
  const given: unknown = profile.attributes
  const entries = typeof given === 'object' && given !== null ? Object.entries(given) : []
  return {
    nameId: typeof profile.nameID === 'string' ? profile.nameID : '',
    nameIdFormat: typeof profile.nameIDFormat === 'string' ? profile.nameIDFormat : '',
    attributes: entries.map(([name, value]) => {
      const values: unknown[] = Array.isArray(value) ? value : [value]
      return [name, values.filter((one) => typeof one === 'string')]
    }),
  }
}
