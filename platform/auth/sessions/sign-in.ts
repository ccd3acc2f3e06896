import { presentUser, type UserJson } from '../accounts/present-user.ts'
import { type User, updateUser } from '../accounts/users.ts'
import type { Queryable } from '../database.ts'
import type { RequestContext } from '../deps.ts'
import { rememberNetwork } from '../limits/guesses.ts'
import { signAccessToken } from './access-token.ts'
import { issueRefreshToken } from './refresh-tokens.ts'
import { type AuthenticationMethod, createSession, type Session } from './sessions.ts'

/** The response of every way to sign in. */
export interface SessionJson {
  access_token: string
  token_type: 'bearer'
  expires_in: number
  expires_at: number
  refresh_token: string
  user: UserJson
  provider_token?: string
  provider_refresh_token?: string
  weak_password?: { message: string; reasons: string[] }
}

export interface SignInResult {
  body: SessionJson
  session: Session
}

/** Opens a session for a user who has just proven to be one, inside the transaction of that proof. */
export async function signIn(
  context: RequestContext,
  db: Queryable,
  {
    user,
    method,
    oauthClient,
  }: { user: User; method: AuthenticationMethod; oauthClient?: { id: string; scopes: string } },
): Promise<SignInResult> {
  const { auth, call } = context.env
  const now = auth.now()
  const session = await createSession(db, {
    userId: user.id,
    method,
    userAgent: userAgent(context),
    address: call.clientAddress,
    now,
    ...(oauthClient ? { oauthClient } : {}),
  })
  const refreshToken = await issueRefreshToken(db, { userId: user.id, sessionId: session.id, now })
  if (!user.is_anonymous) await rememberNetwork(context, db, user.id)
  const signedIn = await updateUser(db, user.id, { last_sign_in_at: now }, now)
  return { body: await sessionJson(context, db, { user: signedIn, session, refreshToken }), session }
}

export async function sessionJson(
  context: RequestContext,
  db: Queryable,
  { user, session, refreshToken }: { user: User; session: Session; refreshToken: string },
): Promise<SessionJson> {
  const { token, expiresAt } = await signAccessToken(context, db, { user, session })
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: context.env.auth.config.jwt_expiry,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: await presentUser(db, user),
  }
}

/** The session as a response, with the headers by which a gateway knows whose it is. */
export function sessionResponse({ body, session }: SignInResult): Response {
  return Response.json(body, {
    headers: { 'sb-auth-user-id': body.user.id, 'sb-auth-session-id': session.id, 'cache-control': 'no-store' },
  })
}

/** Browsers send what they like; the column is for people to read. */
export function userAgent(context: RequestContext): string {
  return (context.req.header('user-agent') ?? '').slice(0, 512)
}
