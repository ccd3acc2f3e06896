import { transaction } from '../../kernel/transaction.ts'
import { audit } from '../accounts/audit.ts'
import { findUserById, isBanned, type User } from '../accounts/users.ts'
import { isLockTimeout, type Queryable } from '../database.ts'
import type { RequestContext } from '../deps.ts'
import {
  type AuthError,
  malformedRefreshToken,
  noValidSession,
  refreshConflict,
  refreshTokenNotFound,
  refreshTokenUsed,
  sessionExpired,
  userBanned,
} from '../errors.ts'
import {
  activeRefreshToken,
  findRefreshToken,
  isRefreshTokenShape,
  issueRefreshToken,
  type RefreshToken,
  revokeFamily,
  revokeRefreshToken,
} from './refresh-tokens.ts'
import { closeSession, hasNewerSession, isOver, lockSession, type Session, touchSession } from './sessions.ts'
import { type SignInResult, sessionJson, userAgent } from './sign-in.ts'

/** Longest wait for another refresh of the same session; GoTrue's retry loop ends after the same time. */
const LOCK_TIMEOUT = '5s'

/** Exchanges a refresh token of a session, opened for `oauthClientId` or for nobody. Throws what it is refused with. */
export async function refreshSession(
  context: RequestContext,
  token: string,
  oauthClientId: string | null = null,
): Promise<SignInResult> {
  if (!isRefreshTokenShape(token)) throw malformedRefreshToken()
  try {
    const outcome = await transaction(context.env.auth.db, (tx) => exchange(context, tx, token, oauthClientId))
    // Thrown only now: the revocation of a stolen token's family must be kept.
    if ('refused' in outcome) throw outcome.refused
    return outcome
  } catch (error) {
    if (isLockTimeout(error)) throw refreshConflict()
    throw error
  }
}

type Outcome = SignInResult | { refused: AuthError }

async function exchange(
  context: RequestContext,
  tx: Queryable,
  text: string,
  oauthClientId: string | null,
): Promise<Outcome> {
  const { auth, call } = context.env
  const now = auth.now()
  await tx.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`)
  const unlocked = await findRefreshToken(tx, text)
  if (!unlocked) throw refreshTokenNotFound()
  const session = unlocked.session_id ? await lockSession(tx, unlocked.session_id) : null
  // Read again under the lock: the refresh that held it may have used this token up.
  const token = await findRefreshToken(tx, text)
  if (!token || !session) throw noValidSession()
  // An application's token is worth nothing without the application, and no other token is worth anything with it.
  if (session.oauth_client_id !== oauthClientId) throw refreshTokenNotFound()
  const user = await findUserById(tx, session.user_id)
  if (!user) throw noValidSession()
  if (isBanned(user, now)) throw userBanned(400)
  const active = token.revoked ? await activeRefreshToken(tx, session.id) : null
  if (token.revoked && (!active || isReuse(context, token, now))) {
    // No token of the family is good any more, and neither are access tokens where the session is looked at.
    await revokeFamily(tx, session.id)
    await closeSession(tx, session.id, now)
    await audit(tx, { action: 'token_revoked', actor: user, address: call.clientAddress, now })
    return { refused: refreshTokenUsed() }
  }
  await requireLiveSession(context, tx, session)
  // A client that lost the response, or another tab of it, gets what the session has now: never a second line.
  if (active) return { body: await sessionJson(context, tx, { user, session, refreshToken: active.token }), session }
  return { body: await rotate(context, tx, { token, session, user }), session }
}

/** A used token is good for the client that used it, for as long as that may not know; later it is a thief's. */
function isReuse(context: RequestContext, token: RefreshToken, now: Date): boolean {
  const { enable_refresh_token_rotation, refresh_token_reuse_interval } = context.env.auth.config
  if (!enable_refresh_token_rotation) return false
  return token.updated_at.getTime() + refresh_token_reuse_interval * 1000 <= now.getTime()
}

async function requireLiveSession(context: RequestContext, tx: Queryable, session: Session): Promise<void> {
  const { config, now } = context.env.auth
  const { timebox, inactivity_timeout, single_per_user } = config.sessions
  const time = now().getTime()
  if (isOver(session, now())) throw sessionExpired()
  if (timebox > 0 && session.created_at.getTime() + timebox * 1000 <= time) throw sessionExpired()
  const lastUse = session.refreshed_at ?? session.created_at
  if (inactivity_timeout > 0 && lastUse.getTime() + inactivity_timeout * 1000 <= time) {
    throw sessionExpired('Inactivity')
  }
  if (single_per_user && (await hasNewerSession(tx, session))) throw sessionExpired('Revoked by Newer Login')
}

async function rotate(
  context: RequestContext,
  tx: Queryable,
  { token, session, user }: { token: RefreshToken; session: Session; user: User },
) {
  const { auth, call } = context.env
  const now = auth.now()
  const address = call.clientAddress
  await revokeRefreshToken(tx, token.id, now)
  const refreshToken = await issueRefreshToken(tx, {
    userId: user.id,
    sessionId: session.id,
    parent: token.token,
    now,
  })
  await touchSession(tx, { id: session.id, userAgent: userAgent(context), address, now })
  await audit(tx, { action: 'token_revoked', actor: user, address, now })
  await audit(tx, { action: 'token_refreshed', actor: user, address, now })
  return sessionJson(context, tx, { user, session, refreshToken })
}
