import { z } from 'zod'

const MESSAGE = 'Please enter a valid email address'

/**
 * Text, an at sign, text, a dot and text, without what could make two recipients of it, or what no mail or database can
 * hold (control characters, halves of a character). Each part is bounded by the next.
 */
const PLAIN_ADDRESS =
  /^[^\s\p{Cc}\p{Cs}@,;:<>()[\]"\\]+@[^\s\p{Cc}\p{Cs}@,;:<>()[\]"\\.]+(\.[^\s\p{Cc}\p{Cs}@,;:<>()[\]"\\.]+)+$/u

/** Longer addresses cannot receive mail (RFC 5321), and the expression never sees them. */
export const emailAddress = z
  .string(MESSAGE)
  .transform((address) => address.slice(0, 1000).trim())
  .pipe(z.string().max(254, MESSAGE).regex(PLAIN_ADDRESS, MESSAGE))

/** As addresses are compared: two spellings of one mailbox are one. */
export const sameAddress = (address: string): string => address.toLowerCase()

/**
 * Whose mailbox an address fills, for limits: `a.b+c@mail.example` is delivered to `ab@mail.example` by many. That it
 * is another's elsewhere does no more than let the two share their limit.
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@')
  const name = address
    .slice(0, at)
    .replace(/\+[\s\S]*$/, '')
    .replaceAll('.', '')
  return sameAddress(`${name}${address.slice(at)}`)
}
