import { z } from 'zod'
import type { Tokens } from '../../tokens.ts'
import { tokenFault } from '../caller.ts'
import { invalidJwt, invalidSignature } from '../errors.ts'

/** What a signed URL permits. It speaks for one path and one direction, never for a role. */
const grantSchema = z.object({
  /** bucket/key */
  url: z.string(),
  scope: z.enum(['download', 'upload']),
  iat: z.number(),
  exp: z.number(),
  /** Of a rendered image, as in `width:100,height:100,resize:cover`. */
  transformations: z.string().optional(),
  /** Of an upload: who it will belong to, and whether it may replace. */
  owner: z.string().optional(),
  upsert: z.boolean().optional(),
})
export type Grant = z.output<typeof grantSchema>

export interface GrantOptions {
  tokens: Tokens
  now: Date
  grant: Omit<Grant, 'iat' | 'exp'>
  lifetimeSeconds: number
}

export function signGrant({ tokens, now, grant, lifetimeSeconds }: GrantOptions): Promise<string> {
  const iat = Math.floor(now.getTime() / 1000)
  return tokens.sign({ ...grant, iat, exp: iat + lifetimeSeconds })
}

export interface GrantCheck {
  tokens: Tokens
  now: Date
  token: string | null
  path: string
  scope: Grant['scope']
}

/** The grant of a signed URL, if it is ours, is for this path and this direction, and has not ended. */
export async function checkGrant({ tokens, now, token, path, scope }: GrantCheck): Promise<Grant> {
  const claims = await tokens.verify(token ?? '').catch((error: unknown) => {
    throw invalidJwt(tokenFault(error))
  })
  const grant = grantSchema.safeParse(claims).data
  if (!grant || grant.url !== path || grant.scope !== scope) throw invalidSignature()
  // The clocks' leeway that access tokens get is not for URLs: we issued them, by this very clock.
  if (grant.exp * 1000 <= now.getTime()) throw invalidJwt('"exp" claim timestamp check failed')
  return grant
}
