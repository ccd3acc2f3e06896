import type { Metadata } from '../accounts/users.ts'
import { samlNoEmail, samlNoUserId } from '../errors.ts'
import { checkClaims, usableEmail } from '../oauth/check-profile.ts'
import type { AttributeMapping, SsoProvider } from './store.ts'
import type { VerifiedAssertion } from './verify-response.ts'

/** SAML 2.0 Core 8.3.7 allows persistent names 256 characters. */
const MAX_SUBJECT_LENGTH = 256

export interface SsoPerson {
  subject: string
  email: string
  claims: Metadata
}

/** Ids that never change, in the order in which they are trusted to (SAML Subject Identifier Attributes, eduPerson). */
const ID_ATTRIBUTES = [
  'urn:oasis:names:tc:SAML:attribute:subject-id',
  'urn:oasis:names:tc:SAML:attribute:pairwise-id',
  'urn:oid:1.3.6.1.4.1.5923.1.1.1.13',
]
const EMAIL_ATTRIBUTES = [
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'mail',
  'Mail',
  'email',
  'Email',
]
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
const EMAIL_ADDRESS = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'

/** Who a verified assertion is about. */
export function personOf(assertion: VerifiedAssertion, { entity_id, attribute_mapping }: SsoProvider): SsoPerson {
  const attributes = new Map(assertion.attributes)
  const nameId = assertion.nameIdFormat === TRANSIENT ? '' : assertion.nameId
  const subject = firstOf(attributes, ID_ATTRIBUTES) || nameId
  if (!subject || subject.length > MAX_SUBJECT_LENGTH) throw samlNoUserId()
  const mapped = mapAttributes(attributes, attribute_mapping)
  const mappedEmail = typeof mapped.email === 'string' ? mapped.email : ''
  const nameIdEmail = assertion.nameIdFormat === EMAIL_ADDRESS ? assertion.nameId : ''
  const email = usableEmail(mappedEmail || firstOf(attributes, EMAIL_ATTRIBUTES) || nameIdEmail)
  if (email === '') throw samlNoEmail()
  const { email: _, ...custom } = mapped
  return {
    subject,
    email,
    claims: { iss: entity_id, ...(Object.keys(custom).length > 0 ? checkClaims({ custom_claims: custom }) : {}) },
  }
}

type Attributes = Map<string, string[]>

function firstOf(attributes: Attributes, names: string[]): string {
  for (const name of names) {
    const [value] = attributes.get(name) ?? []
    if (value) return value
  }
  return ''
}

/** The admin's mapping: claim → attribute names, a default, and whether all values are wanted. */
function mapAttributes(attributes: Attributes, mapping: AttributeMapping | null): Metadata {
  const claims: Metadata = {}
  for (const [claim, rule] of Object.entries(mapping?.keys ?? {})) {
    const names = [...(rule.name ? [rule.name] : []), ...(rule.names ?? [])]
    const values = names.flatMap((name) => attributes.get(name) ?? [])
    if (values.length > 0) claims[claim] = rule.array ? values : values[0]
    else if (rule.default !== undefined) claims[claim] = rule.default
  }
  return claims
}
