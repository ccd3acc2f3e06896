import { safeAddress } from '#domain/safe-address.ts'
import { z } from '../zod.ts'

/** Text that has to be there. */
export const required = (label: string, longest: number) =>
  z.string().trim().min(1, `${label} is required`).max(longest, `${label} has ${longest} characters at most`)

/** Text, or null where nothing was typed. */
export const optional = (longest = 2000) =>
  z
    .string()
    .trim()
    .max(longest, `At most ${longest} characters`)
    .transform((text) => text || null)

/** A number, or null where nothing was typed. */
export const amount = z
  .string()
  .trim()
  .refine((text) => text === '' || (Number.isFinite(Number(text)) && Number(text) >= 0), {
    message: 'A number with a point, such as 24.50',
    // Rules over several fields would compare what is no number.
    abort: true,
  })
  .transform((text) => (text === '' ? null : Number(text)))

const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text) && safeAddress(text) !== null

/** An address of the web and nothing that runs. */
export const webAddress = (label: string) =>
  required(label, 2000).refine(isWebAddress, 'An address that begins with https:// or http://')

export const optionalWebAddress = optional().refine(
  (text) => text === null || isWebAddress(text),
  'An address that begins with https:// or http://',
)

/** An image's address: of the web, or a path of this site. */
export const optionalImage = optional().refine(
  (text) => text === null || isWebAddress(text) || /^\/(?![/\\])/.test(text),
  'An address that begins with https://, or a path of this site that begins with /',
)

/** A length of time as Postgres reads and writes it, such as 24 hours or 1 day 12:00:00; null where nothing was typed. */
export const optionalTime = optional(40).refine(
  (text) => text === null || /^(\d{1,4} (minutes?|hours?|days?)|(\d{1,4} days? )?\d{1,3}:\d{2}(:\d{2})?)$/.test(text),
  'A length of time, such as 24 hours',
)
