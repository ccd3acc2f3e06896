import type { AuthConfig } from '../../config/schema.ts'
import { validationFailed, weakPassword } from '../errors.ts'

/** bcrypt reads no further, and a hash must stay valid on a server that uses bcrypt. */
const MAX_PASSWORD_BYTES = 72

const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const DIGITS = '0123456789'
const SYMBOLS = '!@#$%^&*()_+-=[]{};\'\\:"|<>?,./`~'

const REQUIRED_SETS: Record<AuthConfig['password_requirements'], string[]> = {
  '': [],
  letters_digits: [LOWER + UPPER, DIGITS],
  lower_upper_letters_digits: [LOWER, UPPER, DIGITS],
  lower_upper_letters_digits_symbols: [LOWER, UPPER, DIGITS, SYMBOLS],
}

export interface Weakness {
  message: string
  reasons: ('length' | 'characters')[]
}

/** What the rules say against a password, or null. */
export function passwordWeakness(
  password: string,
  { minimum_password_length, password_requirements }: AuthConfig,
): Weakness | null {
  const reasons: Weakness['reasons'] = []
  const messages: string[] = []
  if ([...password].length < minimum_password_length) {
    reasons.push('length')
    messages.push(`Password should be at least ${minimum_password_length} characters.`)
  }
  const sets = REQUIRED_SETS[password_requirements]
  if (sets.some((set) => ![...password].some((character) => set.includes(character)))) {
    reasons.push('characters')
    messages.push(`Password should contain at least one character of each: ${sets.join(', ')}.`)
  }
  return reasons.length > 0 ? { message: messages.join(' '), reasons } : null
}

/** Throws what a new password is refused with. */
export function requireStrongPassword(password: string, config: AuthConfig): void {
  requirePasswordLength(password)
  const weakness = passwordWeakness(password, config)
  if (weakness) throw weakPassword(weakness.message, weakness.reasons)
}

export function requirePasswordLength(password: string): void {
  if (Buffer.byteLength(password) > MAX_PASSWORD_BYTES) {
    throw validationFailed(`Password cannot be longer than ${MAX_PASSWORD_BYTES} characters`)
  }
}
