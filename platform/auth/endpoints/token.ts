import { z } from 'zod'
import { readBody, text } from '../body.ts'
import type { Visit } from '../deps.ts'
import { unsupportedGrant, web3Disabled } from '../errors.ts'
import { limitAddress } from '../limits/rules.ts'
import { signInWithIdToken } from '../oauth/id-token.ts'
import { refreshSession } from '../sessions/refresh.ts'
import { sessionResponse } from '../sessions/sign-in.ts'
import { signInWithPassword } from './token-password.ts'
import { exchangeCode } from './token-pkce.ts'

/** POST /token?grant_type=… */
export async function issueToken(visit: Visit): Promise<Response> {
  await limitAddress(visit, 'token')
  switch (visit.req.query('grant_type')) {
    case 'password':
      return signInWithPassword(visit)
    case 'refresh_token':
      return refresh(visit)
    case 'pkce':
      return exchangeCode(visit)
    case 'id_token':
      return signInWithIdToken(visit)
    case 'web3':
      throw web3Disabled()
    default:
      throw unsupportedGrant()
  }
}

const refreshSchema = z.looseObject({ refresh_token: text })

async function refresh(visit: Visit): Promise<Response> {
  const { refresh_token } = await readBody(visit, refreshSchema)
  return sessionResponse(await refreshSession(visit, refresh_token))
}
