import { z } from 'zod'
import { Refusal } from '../http.ts'

/** Guessing 256 bits is hopeless; this keeps the database out of it. */
export const LINKS_PER_ADDRESS = { name: 'newsletter links', amount: 60, seconds: 600 } as const

/** The body of what the link of an email does. */
export const tokenInput = z.object({
  token: z
    .string('The link is incomplete.')
    .regex(/^[\w-]{43}$/, 'The link is incomplete. Copy it whole from the letter.'),
})

/** The same for a wrong, an expired and a used-up link. */
export const linkIsOver = () => new Refusal(404, 'This link is no longer valid.')
