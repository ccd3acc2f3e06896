import { identitiesOf } from '../accounts/identities.ts'
import type { User } from '../accounts/users.ts'
import type { Queryable } from '../database.ts'
import type { RequestContext } from '../deps.ts'
import { withCustomClaims } from '../hooks/run-hook.ts'
import { type AmrRow, authenticationMethods, type Session } from './sessions.ts'

/** Signs the access token of a session with GoTrue's claims. `expiresAt` is in seconds since 1970. */
export async function signAccessToken(
  context: RequestContext,
  db: Queryable,
  { user, session }: { user: User; session: Session },
): Promise<{ token: string; expiresAt: number }> {
  const { auth } = context.env
  const issuedAt = Math.floor(auth.now().getTime() / 1000)
  const expiresAt = issuedAt + auth.config.jwt_expiry
  const methods = await authenticationMethods(db, session.id)
  const claims = {
    iss: auth.issuer,
    sub: user.id,
    aud: user.aud,
    exp: expiresAt,
    iat: issuedAt,
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    role: user.role,
    aal: session.aal ?? 'aal1',
    amr: await amrClaim(db, user, methods),
    session_id: session.id,
    is_anonymous: user.is_anonymous,
    ...(session.oauth_client_id ? { client_id: session.oauth_client_id, scope: session.scopes ?? '' } : {}),
  }
  const method = methods[0]?.method ?? 'password'
  return { token: await auth.tokens.sign(await withCustomClaims(auth, db, claims, method)), expiresAt }
}

async function amrClaim(db: Queryable, user: User, methods: AmrRow[]) {
  const viaSso = methods.some(({ method }) => method === 'sso/saml')
  const identities = viaSso ? await identitiesOf(db, [user.id]) : []
  const ssoProvider = identities.find(({ provider }) => provider.startsWith('sso:'))?.provider
  return methods.map(({ method, at }) => ({
    method,
    timestamp: Math.floor(at.getTime() / 1000),
    // Only single sign-on says which provider: policies restrict rows by it.
    ...(method === 'sso/saml' && ssoProvider ? { provider: ssoProvider.slice('sso:'.length) } : {}),
  }))
}
