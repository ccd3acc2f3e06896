import { z } from 'zod'
import { record, text } from '../body.ts'

/** Body of PUT /user. */
export const userUpdate = z.looseObject({
  email: text,
  phone: text,
  password: z.string().nullish(),
  current_password: text,
  nonce: text,
  data: record,
  app_metadata: z.unknown().optional(),
  channel: text,
  code_challenge: text,
  code_challenge_method: text,
})
export type UserUpdate = z.output<typeof userUpdate>
