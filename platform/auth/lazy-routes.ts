import type { Router } from '../kernel/router.ts'
import type { AuthParts } from './deps.ts'

// Most projects never ask for these, and libraries for XML signatures and security keys take longer to load than
// everything else together: the handlers are loaded by their first call.

export function mountSso(routes: Router<AuthParts>): void {
  const start = () => import('./sso/start.ts')
  const admin = () => import('./sso/admin.ts')
  routes.post('/sso', async (context) => (await start()).startSso(context))
  routes.get('/sso/saml/metadata', async (context) => (await start()).samlMetadata(context))
  routes.post('/sso/saml/acs', async (context) => (await import('./sso/acs.ts')).receiveAssertion(context))
  routes.get('/admin/sso/providers', async (context) => (await admin()).adminListSsoProviders(context))
  routes.post('/admin/sso/providers', async (context) => (await admin()).adminCreateSsoProvider(context))
  routes.get('/admin/sso/providers/:id', async (context) => (await admin()).adminGetSsoProvider(context))
  routes.put('/admin/sso/providers/:id', async (context) => (await admin()).adminUpdateSsoProvider(context))
  routes.delete('/admin/sso/providers/:id', async (context) => (await admin()).adminDeleteSsoProvider(context))
}

export function mountPasskeys(routes: Router<AuthParts>): void {
  const register = () => import('./passkeys/register.ts')
  const signIn = () => import('./passkeys/sign-in.ts')
  const manage = () => import('./passkeys/manage.ts')
  routes.post('/passkeys/registration/options', async (context) => (await register()).startRegistration(context))
  routes.post('/passkeys/registration/verify', async (context) => (await register()).finishRegistration(context))
  routes.post('/passkeys/authentication/options', async (context) => (await signIn()).startAuthentication(context))
  routes.post('/passkeys/authentication/verify', async (context) => (await signIn()).finishAuthentication(context))
  routes.get('/passkeys', async (context) => (await manage()).listPasskeys(context))
  routes.patch('/passkeys/:id', async (context) => (await manage()).renamePasskey(context))
  routes.delete('/passkeys/:id', async (context) => (await manage()).deletePasskey(context))
  routes.get('/admin/users/:id/passkeys', async (context) => (await manage()).adminListPasskeys(context))
  routes.delete('/admin/users/:id/passkeys/:passkeyId', async (context) => (await manage()).adminDeletePasskey(context))
}

export function mountOAuthServer(routes: Router<AuthParts>): void {
  const admin = () => import('./oauth-server/admin.ts')
  const consent = () => import('./oauth-server/consent.ts')
  const token = () => import('./oauth-server/token.ts')
  routes.get('/oauth/authorize', async (context) =>
    (await import('./oauth-server/authorize.ts')).oauthAuthorize(context),
  )
  routes.get('/oauth/authorizations/:id', async (context) => (await consent()).describeAuthorization(context))
  routes.post('/oauth/authorizations/:id/consent', async (context) => (await consent()).decideConsent(context))
  routes.post('/oauth/token', async (context) => (await token()).oauthToken(context))
  routes.get('/oauth/userinfo', async (context) => (await token()).oauthUserInfo(context))
  routes.post('/oauth/clients/register', async (context) => (await admin()).registerClient(context))
  routes.get('/user/oauth/grants', async (context) => (await consent()).listGrants(context))
  routes.delete('/user/oauth/grants', async (context) => (await consent()).revokeGrant(context))
  routes.get('/admin/oauth/clients', async (context) => (await admin()).adminListClients(context))
  routes.post('/admin/oauth/clients', async (context) => (await admin()).adminCreateClient(context))
  routes.get('/admin/oauth/clients/:id', async (context) => (await admin()).adminGetClient(context))
  routes.put('/admin/oauth/clients/:id', async (context) => (await admin()).adminUpdateClient(context))
  routes.delete('/admin/oauth/clients/:id', async (context) => (await admin()).adminDeleteClient(context))
  routes.post('/admin/oauth/clients/:id/regenerate_secret', async (context) =>
    (await admin()).adminRenewSecret(context),
  )
}

export function mountCustomProviders(routes: Router<AuthParts>): void {
  const admin = () => import('./oauth/custom/admin.ts')
  const one = '/admin/custom-providers/:identifier'
  routes.get('/admin/custom-providers', async (context) => (await admin()).adminListCustomProviders(context))
  routes.post('/admin/custom-providers', async (context) => (await admin()).adminCreateCustomProvider(context))
  routes.get(one, async (context) => (await admin()).adminGetCustomProvider(context))
  routes.put(one, async (context) => (await admin()).adminUpdateCustomProvider(context))
  routes.delete(one, async (context) => (await admin()).adminDeleteCustomProvider(context))
}
