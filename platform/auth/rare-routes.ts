import type { Hono } from 'hono'
import type { AuthEnv } from './deps.ts'

// Libraries for XML signatures and security keys take longer to load than everything else together, and most shops
// never ask for them: these handlers are loaded by their first call.

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
