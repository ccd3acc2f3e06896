import { validationFailed } from './errors.ts'

/** Longest address that fits the column; longer ones never reach the pattern below. */
const MAX_EMAIL_LENGTH = 255
const LOCAL_PART = /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/
const DOMAIN_LABEL = /^[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$/
const PHONE = /^[1-9][0-9]{1,14}$/

/** The address as it is stored and compared: trimmed and lower-cased. Throws when it is none. */
export function normalizeEmail(input: string): string {
  const email = input.trim()
  if (email === '') throw validationFailed('An email address is required')
  if (email.length > MAX_EMAIL_LENGTH) throw validationFailed('An email address is too long')
  const at = email.lastIndexOf('@')
  const labels = email.slice(at + 1).split('.')
  if (at < 1 || !LOCAL_PART.test(email.slice(0, at)) || !labels.every((label) => DOMAIN_LABEL.test(label))) {
    throw validationFailed('Unable to validate email address: invalid format')
  }
  // Last: characters beyond ASCII become ASCII when they are lowered (\u212A, the Kelvin sign, a k), and somebody's address.
  return email.toLowerCase()
}

/** The number as it is stored: digits of E.164 without the plus. Throws when it is none. */
export function normalizePhone(input: string): string {
  const phone = input.trim().replace(/^\+/, '').replaceAll(' ', '')
  if (!PHONE.test(phone)) throw validationFailed('Invalid phone number format (E.164 required)')
  return phone
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export function isUuid(text: string): boolean {
  return UUID.test(text)
}
