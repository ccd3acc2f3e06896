import { z } from 'zod'
import { transaction } from '../../kernel/transaction.ts'
import { readBody, text } from '../body.ts'
import type { Queryable } from '../database.ts'
import type { Visit } from '../deps.ts'
import { flowStateNotFound, tokenExpired, validationFailed } from '../errors.ts'
import { limitAddress } from '../limits/rules.ts'
import { redirectTarget } from '../redirects.ts'
import { PKCE_PREFIX } from '../secrets/one-time-tokens.ts'
import { issueAuthCode } from '../sessions/flow-states.ts'
import { type SignInResult, sessionResponse, signIn } from '../sessions/sign-in.ts'
import { consume, HALF_CONFIRMED } from '../verify/consume.ts'
import { claimCode, findByLink, guessByCode, isEmailType, isPhoneType, readAddress } from '../verify/find.ts'
import { codeRedirect, errorRedirect, isTellable, messageRedirect, sessionRedirect } from '../verify/redirect.ts'

const bodySchema = z.looseObject({ type: text, token: text, token_hash: text, email: text, phone: text })
type Body = z.output<typeof bodySchema>

/** POST /verify: a typed code, or the token of a link that a page of the site received. */
export async function verify(visit: Visit): Promise<Response> {
  await limitAddress(visit, 'verify')
  const body = await readBody(visit, bodySchema)
  requireWellFormed(body)
  const outcome = body.token_hash === '' ? await verifyCode(visit, body) : await verifyTokenHash(visit, body)
  if (outcome) return sessionResponse(outcome)
  return Response.json({ msg: HALF_CONFIRMED, code: '200' })
}

function requireWellFormed({ type, token, token_hash, email, phone }: Body): void {
  if (type === '') throw validationFailed('Verify requires a verification type')
  if (!isEmailType(type) && !isPhoneType(type))
    throw validationFailed(`Invalid verification type "${type.slice(0, 32)}"`)
  if (token === '' && token_hash === '') throw validationFailed('Verify requires a token or a token hash')
  if (token_hash !== '' && (token !== '' || email !== '' || phone !== '')) {
    throw validationFailed('Only the token_hash and type should be provided')
  }
  if (token_hash === '' && (email === '') === (phone === '')) {
    throw validationFailed('Only an email address or phone number should be provided on verify')
  }
  if (token_hash === '' && isPhoneType(type) !== (phone !== '')) {
    throw validationFailed(`The verification type "${type}" does not fit the address that was given`)
  }
}

async function verifyTokenHash(visit: Visit, { type, token_hash }: Body): Promise<SignInResult | null> {
  return transaction(visit.env.auth.db, async (tx) => {
    const proven = await findByLink(visit, tx, type, token_hash)
    return enter(visit, tx, { ...proven, type })
  })
}

async function verifyCode(visit: Visit, { type, token, email, phone }: Body): Promise<SignInResult | null> {
  if (!isEmailType(type) && !isPhoneType(type)) throw tokenExpired()
  const address = readAddress(type, { email, phone })
  const guess = await guessByCode(visit, { type, address, otp: token.trim().slice(0, 16) })
  if (!guess) throw tokenExpired()
  return transaction(visit.env.auth.db, async (tx) => {
    const proven = await claimCode(visit, tx, guess)
    return enter(visit, tx, { ...proven, type })
  })
}

/** Null after the first of two confirmations of an e-mail change. */
async function enter(
  visit: Visit,
  tx: Queryable,
  proven: Awaited<ReturnType<typeof findByLink>> & { type: string },
): Promise<SignInResult | null> {
  const { type } = proven
  if (!isEmailType(type) && !isPhoneType(type)) throw tokenExpired()
  const consumed = await consume(visit, tx, { ...proven, type })
  return 'user' in consumed ? signIn(visit, tx, { user: consumed.user, method: 'otp' }) : null
}

/** What a flow's session says it was proven by. */
const FLOW_METHODS = {
  signup: 'email/signup',
  email: 'email/signup',
  invite: 'invite',
  magiclink: 'magiclink',
  recovery: 'recovery',
  email_change: 'email_change',
} as const

/** GET /verify?token=&type=&redirect_to=: the link of a mail. Always leads back to the site. */
export async function followLink(visit: Visit): Promise<Response> {
  await limitAddress(visit, 'verify')
  const target = redirectTarget(visit)
  const token = visit.req.query('token') || visit.req.query('token_hash') || ''
  const type = visit.req.query('type') ?? ''
  const pkce = token.startsWith(PKCE_PREFIX)
  try {
    return await transaction(visit.env.auth.db, (tx) => follow(visit, tx, { token, type, target, pkce }))
  } catch (error) {
    if (!isTellable(error)) visit.env.auth.log.error({ err: error }, 'a mail link could not be followed')
    return errorRedirect(target, error, { inQuery: pkce })
  }
}

async function follow(
  visit: Visit,
  tx: Queryable,
  { token, type, target, pkce }: { token: string; type: string; target: string; pkce: boolean },
): Promise<Response> {
  const { auth } = visit.env
  if (!isEmailType(type)) throw validationFailed('Verify requires a verification type')
  if (token === '') throw validationFailed('Verify requires a token')
  const proven = await findByLink(visit, tx, type, token)
  const consumed = await consume(visit, tx, { ...proven, type })
  if (!('user' in consumed)) return messageRedirect(target, HALF_CONFIRMED, { pkce })
  if (!pkce) {
    const { body } = await signIn(visit, tx, { user: consumed.user, method: 'otp' })
    return sessionRedirect(target, body, { type })
  }
  const method = type === 'email' && proven.column === 'recovery_token' ? 'magiclink' : FLOW_METHODS[type]
  const code = await issueAuthCode(tx, { userId: consumed.user.id, method, now: auth.now() })
  if (!code) throw flowStateNotFound()
  return codeRedirect(target, code)
}
