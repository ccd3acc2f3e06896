import { z } from 'zod'

const MESSAGE = 'Please enter a valid email address'

/** Text, an at sign, text, a dot and text, without what could make two recipients of it. Each part is bounded by the next. */
const PLAIN_ADDRESS = /^[^\s@,;:<>()[\]"\\]+@[^\s@,;:<>()[\]"\\.]+(\.[^\s@,;:<>()[\]"\\.]+)+$/

/** Longer addresses cannot receive mail (RFC 5321), and the expression never sees them. */
export const emailAddress = z
  .string(MESSAGE)
  .transform((address) => address.slice(0, 1000).trim())
  .pipe(z.string().max(254, MESSAGE).regex(PLAIN_ADDRESS, MESSAGE))

/** As addresses are compared: two spellings of one mailbox are one. */
export const sameAddress = (address: string): string => address.toLowerCase()
