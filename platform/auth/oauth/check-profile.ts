import type { Metadata } from '../accounts/users.ts'
import { normalizeEmail } from '../addresses.ts'
import { AuthError } from '../errors.ts'
import type { Profile } from './provider.ts'

/** User metadata stands in every access token, and requests whose headers exceed 8 kB are refused by many servers. */
const MAX_TEXT_LENGTH = 200
const MAX_URL_LENGTH = 1024
const MAX_OTHER_JSON_LENGTH = 4096
/** OpenID Connect Core 2: `sub` must not exceed 255 characters. */
const MAX_SUBJECT_LENGTH = 255
const PICTURES = ['picture', 'avatar_url']

/** What a provider said, in the form in which it may enter an account: every provider's profile passes here. */
export function checkProfile(profile: Profile): Profile {
  const { subject } = profile
  const email = usableEmail(profile.email)
  return {
    subject: subject.length <= MAX_SUBJECT_LENGTH && subject.isWellFormed() && !/\p{Cc}/u.test(subject) ? subject : '',
    email,
    emailVerified: profile.emailVerified && email !== '',
    claims: checkClaims(profile.claims),
  }
}

/** The address as everybody else's is stored and compared, or the empty text when it is none: then there is no address. */
export function usableEmail(text: string): string {
  if (text === '') return ''
  try {
    return normalizeEmail(text)
  } catch (error) {
    if (error instanceof AuthError) return ''
    throw error
  }
}

/** Names are cut, images and lists that are too long left out: cut, they would be something else. */
export function checkClaims(claims: Metadata): Metadata {
  return Object.fromEntries(
    Object.entries(claims).flatMap(([name, value]) => {
      const checked = typeof value === 'string' ? checkText(name, value) : checkOther(value)
      return checked === undefined ? [] : [[name, checked]]
    }),
  )
}

function checkText(name: string, text: string): string | undefined {
  if (PICTURES.includes(name)) {
    const isShown = text.length <= MAX_URL_LENGTH && ['https:', 'http:'].includes(URL.parse(text)?.protocol ?? '')
    return isShown ? text : undefined
  }
  // Postgres keeps neither NUL nor half characters, and no name has line breaks.
  const printable = text
    .slice(0, 4 * MAX_TEXT_LENGTH)
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
  return [...printable].slice(0, MAX_TEXT_LENGTH).join('').trim()
}

function checkOther(value: unknown): unknown {
  if (value === undefined || value === null) return undefined
  const json = JSON.stringify(value)
  // A NUL or half character, escaped as JSON escapes them.
  const isStorable = json.length <= MAX_OTHER_JSON_LENGTH && !/\\u(?:0000|[dD][89a-fA-F])/.test(json)
  return isStorable ? value : undefined
}
