import type { Hono } from 'hono'
import type { AuthEnv } from './deps.ts'

// Most shops never ask for these, and libraries for XML signatures and security keys take longer to load than
// everything else together: the handlers are loaded by their first call.

export function mountSso(routes: Hono<AuthEnv>): void {
  const start = () => import('./sso/start.ts')
  const admin = () => import('./sso/admin.ts')
  routes.post('/sso', async (visit) => (await start()).startSso(visit))
  routes.get('/sso/saml/metadata', async (visit) => (await start()).samlMetadata(visit))
  routes.post('/sso/saml/acs', async (visit) => (await import('./sso/acs.ts')).receiveAssertion(visit))
  routes.get('/admin/sso/providers', async (visit) => (await admin()).adminListSsoProviders(visit))
  routes.post('/admin/sso/providers', async (visit) => (await admin()).adminCreateSsoProvider(visit))
  routes.get('/admin/sso/providers/:id', async (visit) => (await admin()).adminGetSsoProvider(visit))
  routes.put('/admin/sso/providers/:id', async (visit) => (await admin()).adminUpdateSsoProvider(visit))
  routes.delete('/admin/sso/providers/:id', async (visit) => (await admin()).adminDeleteSsoProvider(visit))
}

export function mountPasskeys(routes: Hono<AuthEnv>): void {
  const register = () => import('./passkeys/register.ts')
  const signIn = () => import('./passkeys/sign-in.ts')
  const manage = () => import('./passkeys/manage.ts')
  routes.post('/passkeys/registration/options', async (visit) => (await register()).startRegistration(visit))
  routes.post('/passkeys/registration/verify', async (visit) => (await register()).finishRegistration(visit))
  routes.post('/passkeys/authentication/options', async (visit) => (await signIn()).startAuthentication(visit))
  routes.post('/passkeys/authentication/verify', async (visit) => (await signIn()).finishAuthentication(visit))
  routes.get('/passkeys', async (visit) => (await manage()).listPasskeys(visit))
  routes.patch('/passkeys/:id', async (visit) => (await manage()).renamePasskey(visit))
  routes.delete('/passkeys/:id', async (visit) => (await manage()).deletePasskey(visit))
  routes.get('/admin/users/:id/passkeys', async (visit) => (await manage()).adminListPasskeys(visit))
  routes.delete('/admin/users/:id/passkeys/:passkeyId', async (visit) => (await manage()).adminDeletePasskey(visit))
}

export function mountOAuthServer(routes: Hono<AuthEnv>): void {
  const admin = () => import('./oauth-server/admin.ts')
  const consent = () => import('./oauth-server/consent.ts')
  const token = () => import('./oauth-server/token.ts')
  routes.get('/oauth/authorize', async (visit) => (await import('./oauth-server/authorize.ts')).oauthAuthorize(visit))
  routes.get('/oauth/authorizations/:id', async (visit) => (await consent()).describeAuthorization(visit))
  routes.post('/oauth/authorizations/:id/consent', async (visit) => (await consent()).decideConsent(visit))
  routes.post('/oauth/token', async (visit) => (await token()).oauthToken(visit))
  routes.get('/oauth/userinfo', async (visit) => (await token()).oauthUserInfo(visit))
  routes.post('/oauth/clients/register', async (visit) => (await admin()).registerClient(visit))
  routes.get('/user/oauth/grants', async (visit) => (await consent()).listGrants(visit))
  routes.delete('/user/oauth/grants', async (visit) => (await consent()).revokeGrant(visit))
  routes.get('/admin/oauth/clients', async (visit) => (await admin()).adminListClients(visit))
  routes.post('/admin/oauth/clients', async (visit) => (await admin()).adminCreateClient(visit))
  routes.get('/admin/oauth/clients/:id', async (visit) => (await admin()).adminGetClient(visit))
  routes.put('/admin/oauth/clients/:id', async (visit) => (await admin()).adminUpdateClient(visit))
  routes.delete('/admin/oauth/clients/:id', async (visit) => (await admin()).adminDeleteClient(visit))
  routes.post('/admin/oauth/clients/:id/regenerate_secret', async (visit) => (await admin()).adminRenewSecret(visit))
}

export function mountCustomProviders(routes: Hono<AuthEnv>): void {
  const admin = () => import('./oauth/custom/admin.ts')
  const one = '/admin/custom-providers/:identifier'
  routes.get('/admin/custom-providers', async (visit) => (await admin()).adminListCustomProviders(visit))
  routes.post('/admin/custom-providers', async (visit) => (await admin()).adminCreateCustomProvider(visit))
  routes.get(one, async (visit) => (await admin()).adminGetCustomProvider(visit))
  routes.put(one, async (visit) => (await admin()).adminUpdateCustomProvider(visit))
  routes.delete(one, async (visit) => (await admin()).adminDeleteCustomProvider(visit))
}
