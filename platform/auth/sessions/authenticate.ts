import { errors } from 'jose'
import { bearerToken } from '../../kernel/bearer.ts'
import type { Claims } from '../../tokens.ts'
import { factorsOf } from '../accounts/factors.ts'
import { findUserById, isBanned, type User } from '../accounts/users.ts'
import { isUuid } from '../addresses.ts'
import type { RequestContext } from '../deps.ts'
import {
  anonymousNotAllowed,
  badJwt,
  insufficientAal,
  malformedSub,
  missingSub,
  noAuthorization,
  notAdmin,
  notForApplications,
  tokenSessionGone,
  tokenUserGone,
  userBanned,
} from '../errors.ts'
import { requireRecentProof } from './recent-proof.ts'
import { findSession, isOver, type Session } from './sessions.ts'

/** Roles whose tokens may call the admin endpoints: GoTrue's. Only whoever holds the signing keys can name one. */
const ADMIN_ROLES = ['service_role', 'supabase_admin']

export interface SignedIn {
  user: User
  claims: Claims
  /** Null only for a token without session_id, such as one that an operator signed. */
  session: Session | null
}

/** GoTrue's default, and the only audience that tokens of ours are accepted for. */
const AUDIENCES = ['authenticated']

/**
 * The audience of tokens and users of this request. The header chooses among the configured ones: under another,
 * strangers would see which addresses are taken, and take them.
 */
export function audience(context: RequestContext): string {
  const wanted = context.req.header('x-jwt-aud') ?? ''
  return AUDIENCES.includes(wanted) ? wanted : 'authenticated'
}

/** The caller, from a valid token of a user and a session that still exist. Throws GoTrue's refusals. */
export async function requireUser(context: RequestContext): Promise<SignedIn> {
  const { auth } = context.env
  const claims = await requireClaims(context)
  if (!claims.sub) throw missingSub()
  if (!isUuid(claims.sub)) throw malformedSub()
  if (!isFor(claims, audience(context))) throw badJwt('token has invalid audience')
  const user = await findUserById(auth.db, claims.sub)
  if (!user || user.deleted_at) throw tokenUserGone()
  const session = claims.session_id ? await sessionOf(context, claims.session_id, user) : null
  if (isBanned(user, auth.now())) throw userBanned(403)
  return { user, claims, session }
}

/** The same, but never an application that the user signed in to: how an account is entered is its owner's to change. */
export async function requireOwner(context: RequestContext): Promise<SignedIn> {
  const signedIn = await requireUser(context)
  if (signedIn.session?.oauth_client_id) throw notForApplications()
  return signedIn
}

/**
 * The same, lately proven and with the second factor where there is one: a password alone, which is what the factor protects from, must
 * add no way in and take none away.
 */
export async function requireFullOwner(context: RequestContext, what: string): Promise<SignedIn> {
  const signedIn = await requireOwner(context)
  await requireSecondFactor(context, signedIn, `AAL2 session is required to ${what} when MFA is enabled.`)
  await requireRecentProof(context, signedIn)
  return signedIn
}

/** Throws when the user has a verified factor that the session was not raised with. */
export async function requireSecondFactor(
  context: RequestContext,
  { user, session }: SignedIn,
  message: string,
): Promise<void> {
  if (session?.aal === 'aal2') return
  const factors = await factorsOf(context.env.auth.db, [user.id])
  if (factors.some(({ status }) => status === 'verified')) throw insufficientAal(401, message)
}

export async function requireNamedUser(context: RequestContext): Promise<SignedIn> {
  const signedIn = await requireOwner(context)
  if (signedIn.user.is_anonymous) throw anonymousNotAllowed()
  return signedIn
}

export async function requireAdmin(context: RequestContext): Promise<void> {
  const claims = await requireClaims(context)
  if (!isAdmin(claims)) throw notAdmin()
}

/** Whether the request carries an admin's token: captcha and sending limits are not for those. */
export async function comesFromAdmin(context: RequestContext): Promise<boolean> {
  try {
    return isAdmin(await requireClaims(context))
  } catch {
    return false
  }
}

async function requireClaims(context: RequestContext): Promise<Claims> {
  const token = bearerToken(context.req.header('authorization'))
  // Nothing with blanks in it is a token: GoTrue says that none was sent.
  if (!token || /\s/.test(token)) throw noAuthorization()
  try {
    return await context.env.auth.tokens.verify(token)
  } catch (error) {
    throw badJwt(reason(error))
  }
}

async function sessionOf(context: RequestContext, id: string, user: User): Promise<Session> {
  const session = isUuid(id) ? await findSession(context.env.auth.db, id) : null
  if (!session || session.user_id !== user.id || isOver(session, context.env.auth.now())) throw tokenSessionGone()
  return session
}

function isAdmin(claims: Claims): boolean {
  return claims.role !== undefined && ADMIN_ROLES.includes(claims.role)
}

function isFor(claims: Claims, wanted: string): boolean {
  const { aud } = claims
  return Array.isArray(aud) ? aud.includes(wanted) : aud === wanted
}

/** Says what is wrong with the token, never what the key or the algorithm should have been. */
function reason(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'token has invalid claims: token is expired'
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'token signature is invalid'
  if (error instanceof errors.JWKSNoMatchingKey) return 'token is signed by an unknown key'
  if (error instanceof errors.JWTClaimValidationFailed) return 'token has invalid claims'
  return 'token is malformed'
}
