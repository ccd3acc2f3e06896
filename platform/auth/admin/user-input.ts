import { z } from 'zod'
import { duration } from '../../config/values.ts'
import { flag, record, text } from '../body.ts'
import type { Auth } from '../deps.ts'
import { validationFailed } from '../errors.ts'
import { requireStrongPassword } from '../secrets/password-strength.ts'
import { isPasswordHash } from '../secrets/passwords.ts'

/** What an admin may say about a user. */
export const userInputSchema = z.looseObject({
  id: text,
  aud: text,
  role: text,
  email: text,
  phone: text,
  password: text,
  password_hash: text,
  email_confirm: flag,
  phone_confirm: flag,
  user_metadata: record,
  app_metadata: record,
  ban_duration: text,
})
export type UserInput = z.output<typeof userInputSchema>

/** The hash to store, or null when the input names no password. */
export async function readPassword(auth: Auth, { password, password_hash }: UserInput): Promise<string | null> {
  if (password !== '' && password_hash !== '') {
    throw validationFailed('Only a password or a password hash should be provided')
  }
  if (password_hash !== '') {
    if (!isPasswordHash(password_hash)) {
      throw validationFailed('The password hash has an unsupported format: use bcrypt or argon2')
    }
    return password_hash
  }
  if (password === '') return null
  requireStrongPassword(password, auth.config)
  return auth.passwords.hash(password)
}

/** When a ban of that duration ends; null lifts it. Undefined when the input says nothing. */
export function readBan(input: UserInput, now: Date): Date | null | undefined {
  if (input.ban_duration === '') return undefined
  if (input.ban_duration === 'none') return null
  const seconds = duration.safeParse(input.ban_duration)
  if (!seconds.success) {
    throw validationFailed('invalid format for ban duration: use a duration such as "24h", or "none"')
  }
  return new Date(now.getTime() + seconds.data * 1000)
}
