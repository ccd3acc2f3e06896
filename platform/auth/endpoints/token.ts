import { z } from 'zod'
import { readBody, text } from '../body.ts'
import type { RequestContext } from '../deps.ts'
import { unsupportedGrant, web3Disabled } from '../errors.ts'
import { limitAddress } from '../limits/rules.ts'
import { signInWithIdToken } from '../oauth/id-token.ts'
import { refreshSession } from '../sessions/refresh.ts'
import { sessionResponse } from '../sessions/sign-in.ts'
import { signInWithPassword } from './token-password.ts'
import { exchangeCode } from './token-pkce.ts'

/** POST /token?grant_type=… */
export async function issueToken(context: RequestContext): Promise<Response> {
  await limitAddress(context, 'token')
  switch (context.req.query('grant_type')) {
    case 'password':
      return signInWithPassword(context)
    case 'refresh_token':
      return refresh(context)
    case 'pkce':
      return exchangeCode(context)
    case 'id_token':
      return signInWithIdToken(context)
    case 'web3':
      throw web3Disabled()
    default:
      throw unsupportedGrant()
  }
}

const refreshSchema = z.looseObject({ refresh_token: text })

async function refresh(context: RequestContext): Promise<Response> {
  const { refresh_token } = await readBody(context, refreshSchema)
  return sessionResponse(await refreshSession(context, refresh_token))
}
