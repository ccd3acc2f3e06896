import { z } from 'zod'
import { transaction } from '../../kernel/transaction.ts'
import { readBody, text } from '../body.ts'
import type { Queryable } from '../database.ts'
import type { RequestContext } from '../deps.ts'
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
export async function verify(context: RequestContext): Promise<Response> {
  await limitAddress(context, 'verify')
  const body = await readBody(context, bodySchema)
  requireWellFormed(body)
  const outcome = body.token_hash === '' ? await verifyCode(context, body) : await verifyTokenHash(context, body)
  context.env.auth.messenger.flush()
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

async function verifyTokenHash(context: RequestContext, { type, token_hash }: Body): Promise<SignInResult | null> {
  return transaction(context.env.auth.db, async (tx) => {
    const proven = await findByLink(context, tx, type, token_hash)
    return enter(context, tx, { ...proven, type })
  })
}

async function verifyCode(context: RequestContext, { type, token, email, phone }: Body): Promise<SignInResult | null> {
  if (!isEmailType(type) && !isPhoneType(type)) throw tokenExpired()
  const address = readAddress(type, { email, phone })
  const guess = await guessByCode(context, { type, address, otp: token.trim().slice(0, 16) })
  if (!guess) throw tokenExpired()
  return transaction(context.env.auth.db, async (tx) => {
    const proven = await claimCode(context, tx, guess)
    return enter(context, tx, { ...proven, type })
  })
}

/** Null after the first of two confirmations of an e-mail change. */
async function enter(
  context: RequestContext,
  tx: Queryable,
  proven: Awaited<ReturnType<typeof findByLink>> & { type: string },
): Promise<SignInResult | null> {
  const { type } = proven
  if (!isEmailType(type) && !isPhoneType(type)) throw tokenExpired()
  const consumed = await consume(context, tx, { ...proven, type })
  return 'user' in consumed ? signIn(context, tx, { user: consumed.user, method: 'otp' }) : null
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
export async function followLink(context: RequestContext): Promise<Response> {
  await limitAddress(context, 'verify')
  const target = redirectTarget(context)
  const token = context.req.query('token') || context.req.query('token_hash') || ''
  const type = context.req.query('type') ?? ''
  const pkce = token.startsWith(PKCE_PREFIX)
  try {
    const response = await transaction(context.env.auth.db, (tx) => follow(context, tx, { token, type, target, pkce }))
    context.env.auth.messenger.flush()
    return response
  } catch (error) {
    if (!isTellable(error)) context.env.auth.log.error({ err: error }, 'a mail link could not be followed')
    return errorRedirect(target, error, { inQuery: pkce })
  }
}

async function follow(
  context: RequestContext,
  tx: Queryable,
  { token, type, target, pkce }: { token: string; type: string; target: string; pkce: boolean },
): Promise<Response> {
  const { auth } = context.env
  if (!isEmailType(type)) throw validationFailed('Verify requires a verification type')
  if (token === '') throw validationFailed('Verify requires a token')
  const proven = await findByLink(context, tx, type, token)
  const consumed = await consume(context, tx, { ...proven, type })
  if (!('user' in consumed)) return messageRedirect(target, HALF_CONFIRMED, { pkce })
  if (!pkce) {
    const { body } = await signIn(context, tx, { user: consumed.user, method: 'otp' })
    return sessionRedirect(target, body, { type })
  }
  const method = type === 'email' && proven.column === 'recovery_token' ? 'magiclink' : FLOW_METHODS[type]
  const code = await issueAuthCode(tx, { userId: consumed.user.id, method, now: auth.now() })
  if (!code) throw flowStateNotFound()
  return codeRedirect(target, code)
}
