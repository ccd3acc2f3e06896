import { z } from 'zod'
import type { Rule } from '../../kernel/take-limit.ts'
import { transaction } from '../../kernel/transaction.ts'
import { audit } from '../accounts/audit.ts'
import { FACTOR_NAMES, type Factor } from '../accounts/factors.ts'
import { isUuid } from '../addresses.ts'
import { readBody, text } from '../body.ts'
import type { Queryable } from '../database.ts'
import { sendNotice } from '../delivery/account-notice.ts'
import type { RequestContext } from '../deps.ts'
import {
  type AuthError,
  challengeAddressMismatch,
  challengeExpired,
  factorNotFound,
  tokenSessionGone,
  validationFailed,
  wrongFactorCode,
  wrongKey,
} from '../errors.ts'
import { takeGuess } from '../limits/guesses.ts'
import { limitAddress } from '../limits/rules.ts'
import { requireNamedUser, type SignedIn } from '../sessions/authenticate.ts'
import { requireRecentProof } from '../sessions/recent-proof.ts'
import { deleteRefreshTokens, issueRefreshToken } from '../sessions/refresh-tokens.ts'
import { addAuthenticationMethod, isOver, lockSession, type Session } from '../sessions/sessions.ts'
import { type SignInResult, sessionJson, sessionResponse } from '../sessions/sign-in.ts'
import { requireFactor } from './challenge.ts'
import {
  CHALLENGE_SECONDS,
  type Challenge,
  consumeStep,
  deleteChallenge,
  findChallenge,
  verifyFactor,
} from './store.ts'
import { matchingStep } from './totp.ts'
import { answersKeyChallenge } from './webauthn.ts'

const bodySchema = z.looseObject({ challenge_id: text, code: text, webauthn: z.unknown().optional() })

/** A challenge is over with its tenth answer, like a code that was sent; it lives for five minutes anyway. */
const challengeRule: Rule = { amount: 10, seconds: 3600, strict: true }

/** POST /factors/{id}/verify: a right answer raises the session to aal2. */
export async function answerChallenge(context: RequestContext): Promise<Response> {
  const { auth } = context.env
  const signedIn = await requireNamedUser(context)
  await limitAddress(context, 'factor')
  const factor = await requireFactor(context, signedIn)
  if (factor.status !== 'verified') await requireRecentProof(context, signedIn)
  const body = await readBody(context, bodySchema)
  const { code, webauthn } = body
  const challenge_id = isUuid(body.challenge_id) ? body.challenge_id.toLowerCase() : ''
  if (code === '' && factor.factor_type !== 'webauthn') throw validationFailed('Code needs to be non-empty')
  if ((await auth.limits.take(`challenge:${challenge_id}`, challengeRule)) > 0) throw challengeExpired(challenge_id)
  const wasRight = await takeGuess(context, { kind: 'factor', account: factor.id, userId: signedIn.user.id })
  const outcome = await transaction(auth.db, async (tx): Promise<SignInResult | { refused: AuthError }> => {
    const challenge = challenge_id ? await findChallenge(tx, factor.id, challenge_id) : null
    if (!challenge) return { refused: factorNotFound(422) }
    const refused = await judge(context, tx, { factor, challenge, code, key: webauthn })
    await audit(tx, {
      action: 'verification_attempted',
      actor: signedIn.user,
      address: context.env.call.clientAddress,
      now: auth.now(),
      traits: { factor_id: factor.id, challenge_id: challenge.id },
    })
    return refused ? { refused } : raise(context, tx, { signedIn, factor, challenge })
  })
  if ('refused' in outcome) throw outcome.refused
  auth.messenger.flush()
  await wasRight()
  return sessionResponse(outcome)
}

async function judge(
  context: RequestContext,
  tx: Queryable,
  { factor, challenge, code, key }: { factor: Factor; challenge: Challenge; code: string; key: unknown },
): Promise<AuthError | null> {
  const { auth, call } = context.env
  if (challenge.ip_address !== call.clientAddress && challenge.ip_address !== '0.0.0.0') {
    return challengeAddressMismatch()
  }
  if (challenge.created_at.getTime() + CHALLENGE_SECONDS * 1000 <= auth.now().getTime()) {
    await deleteChallenge(tx, challenge.id)
    return challengeExpired(challenge.id)
  }
  if (factor.factor_type === 'webauthn') {
    const proof = { factor, challenge: challenge.key_challenge ?? '', answer: key }
    return (await answersKeyChallenge(context, tx, proof)) ? null : wrongKey()
  }
  if (factor.factor_type === 'phone') {
    const right = challenge.otp_code === auth.tokens.fingerprint(`${factor.id}${code}`)
    return right ? null : wrongFactorCode('MFA Phone')
  }
  const step = matchingStep(factor.secret ?? '', code, auth.now())
  return step !== null && (await consumeStep(tx, factor.id, step)) ? null : wrongFactorCode('TOTP')
}

async function raise(
  context: RequestContext,
  tx: Queryable,
  { signedIn, factor, challenge }: { signedIn: SignedIn; factor: Factor; challenge: Challenge },
): Promise<SignInResult> {
  const { auth } = context.env
  const now = auth.now()
  const session = signedIn.session ? await lockSession(tx, signedIn.session.id) : null
  if (!session || isOver(session, now)) throw tokenSessionGone()
  await deleteChallenge(tx, challenge.id)
  await verifyFactor(tx, factor, now)
  if (factor.status !== 'verified') {
    const { user } = signedIn
    await sendNotice(auth, tx, { kind: 'mfa_factor_enrolled', user, factorType: factor.factor_type })
  }
  const raised: Session = { ...session, aal: 'aal2', factor_id: factor.id }
  await tx.query(`update auth.sessions set aal = 'aal2', factor_id = $2, updated_at = $3 where id = $1`, [
    session.id,
    factor.id,
    now,
  ])
  const { method } = FACTOR_NAMES[factor.factor_type]
  await addAuthenticationMethod(tx, { sessionId: session.id, method, now })
  // Sessions without the second factor could be an intruder's, who the factor is there to keep out.
  await tx.query(`delete from auth.sessions where user_id = $1 and id <> $2 and aal = 'aal1'`, [
    signedIn.user.id,
    session.id,
  ])
  await deleteRefreshTokens(tx, session.id)
  const refreshToken = await issueRefreshToken(tx, { userId: signedIn.user.id, sessionId: session.id, now })
  return {
    body: await sessionJson(context, tx, { user: signedIn.user, session: raised, refreshToken }),
    session: raised,
  }
}
