import { startRetention } from '../kernel/retention.ts'
import { createRouter, type Router } from '../kernel/router.ts'
import type { Service, ServiceContext } from '../kernel/service.ts'
import { createLimits } from '../kernel/take-limit.ts'
import { adminCreateUser } from './admin/create-user.ts'
import { adminGenerateLink } from './admin/generate-link.ts'
import { invite } from './admin/invite.ts'
import { adminUpdateUser } from './admin/update-user.ts'
import { adminDeleteUser, adminGetUser, adminListUsers } from './admin/users.ts'
import { createMessenger, type Mailer, type Messenger, type SmsProvider } from './delivery/messenger.ts'
import { createSmtpMailer } from './delivery/smtp.ts'
import { loadNotices, loadTemplates } from './delivery/templates.ts'
import { createTwilio } from './delivery/twilio.ts'
import type { Auth, AuthParts } from './deps.ts'
import { health, jwks, openidConfiguration, settings } from './endpoints/describe.ts'
import { logOut } from './endpoints/logout.ts'
import { sendMagicLink, sendOtp } from './endpoints/otp.ts'
import { reauthenticate } from './endpoints/reauthenticate.ts'
import { recover } from './endpoints/recover.ts'
import { resend } from './endpoints/resend.ts'
import { signUp } from './endpoints/signup.ts'
import { issueToken } from './endpoints/token.ts'
import { unlinkIdentity } from './endpoints/unlink-identity.ts'
import { changeUser } from './endpoints/update-user.ts'
import { getUser } from './endpoints/user.ts'
import { followLink, verify } from './endpoints/verify.ts'
import { notFound } from './errors.ts'
import { challengeFactor } from './factors/challenge.ts'
import { enrollFactor } from './factors/enroll.ts'
import { adminDeleteFactor, adminListFactors, unenrollFactor } from './factors/unenroll.ts'
import { answerChallenge } from './factors/verify.ts'
import { mountCustomProviders, mountOAuthServer, mountPasskeys, mountSso } from './lazy-routes.ts'
import { authorize, authorizeLinking } from './oauth/authorize.ts'
import { oauthCallback } from './oauth/callback.ts'
import { createProviders } from './oauth/registry.ts'
import { renderError } from './render-error.ts'
import { retainedByAuth } from './retained.ts'
import { createRefusalFloor } from './secrets/legacy-bcrypt-hashes.ts'
import { createPasswords } from './secrets/passwords.ts'
import { createSamlThread } from './sso/saml-thread.ts'
import { checkSupported } from './unsupported.ts'

export interface AuthServiceOptions {
  /** Takes the mails instead of `[auth.email.smtp]`. */
  mailer?: Mailer
  /** The outbox that other services write to as well; without it the service has its own, and closes it. */
  messenger?: Messenger
  /** Takes the text messages instead of `[auth.sms.twilio]`. */
  sms?: SmsProvider
  /** For requests to captcha services and the providers of config.toml. */
  fetch?: typeof fetch
  /** For addresses that an admin enters: it must reach public machines alone. */
  guardedFetch: typeof fetch
}

/** /auth/v1, with the calls, codes and texts of GoTrue. */
export async function createAuthService(context: ServiceContext, options: AuthServiceOptions): Promise<Service> {
  checkSupported(context.config.auth, context.log)
  const auth = await assemble(context, options)
  const routes = mount()
  const stopRetention = startRetention({ ...auth, retained: retainedByAuth(context.config.platform) })
  return {
    async fetch(request, call) {
      // The router answers HEAD like GET, but a mail scanner's look at a link must not use it up.
      if (request.method === 'HEAD') return new Response(null, { status: 405, headers: { allow: 'GET' } })
      return routes.fetch(request, { auth, call })
    },
    async close() {
      await stopRetention()
      if (!options.messenger) await auth.messenger.close()
      await auth.passwords.close()
      await auth.saml.close()
    },
  }
}

async function assemble(context: ServiceContext, options: AuthServiceOptions): Promise<Auth> {
  const { pools, tokens, config, publicUrl, log, now } = context
  const fetch = options.fetch ?? globalThis.fetch
  const db = pools.owner
  return {
    config: config.auth,
    db,
    tokens,
    issuer: config.auth.jwt_issuer || `${publicUrl}/auth/v1`,
    publicUrl,
    messenger: options.messenger ?? openMessenger(context, options),
    templates: await loadTemplates(config.auth),
    notices: await loadNotices(config.auth),
    limits: createLimits({ db, now }),
    limitAddresses: config.platform.limit_addresses ?? config.platform.trusted_proxies > 0,
    recentProofSeconds: config.platform.recent_proof,
    passwords: await createPasswords(),
    waitForRefusalFloor: createRefusalFloor(db),
    providers: createProviders(config.auth, fetch),
    saml: createSamlThread(),
    fetch,
    guardedFetch: options.guardedFetch,
    now,
    log,
  }
}

/** The outbox with what config.toml says about mail servers and text messages. */
export function openMessenger(
  { pools, config, log }: Pick<ServiceContext, 'pools' | 'config' | 'log'>,
  options: Pick<AuthServiceOptions, 'mailer' | 'sms' | 'fetch'> = {},
): Messenger {
  const mailer = options.mailer ?? createSmtpMailer(config.auth)
  const sms = options.sms ?? createTwilio(config.auth, options.fetch ?? globalThis.fetch)
  return createMessenger({ db: pools.owner, mailer, sms, log })
}

/** Every path of the service on one screen. */
function mount(): Router<AuthParts> {
  const routes = createRouter<AuthParts>()
  routes.get('/health', health)
  routes.get('/settings', settings)
  routes.get('/.well-known/jwks.json', jwks)
  routes.get('/.well-known/openid-configuration', openidConfiguration)

  routes.post('/signup', signUp)
  routes.post('/token', issueToken)
  routes.post('/logout', logOut)
  routes.get('/user', getUser)
  routes.put('/user', changeUser)
  routes.post('/otp', sendOtp)
  routes.post('/magiclink', sendMagicLink)
  routes.post('/verify', verify)
  routes.get('/verify', followLink)
  routes.post('/recover', recover)
  routes.post('/resend', resend)
  routes.get('/reauthenticate', reauthenticate)

  routes.get('/authorize', authorize)
  routes.on(['GET', 'POST'], '/callback', oauthCallback)
  routes.get('/user/identities/authorize', authorizeLinking)
  routes.delete('/user/identities/:id', unlinkIdentity)

  routes.post('/factors', enrollFactor)
  routes.post('/factors/:id/challenge', challengeFactor)
  routes.post('/factors/:id/verify', answerChallenge)
  routes.delete('/factors/:id', unenrollFactor)

  routes.get('/admin/users', adminListUsers)
  routes.post('/admin/users', adminCreateUser)
  routes.get('/admin/users/:id', adminGetUser)
  routes.put('/admin/users/:id', adminUpdateUser)
  routes.delete('/admin/users/:id', adminDeleteUser)
  routes.get('/admin/users/:id/factors', adminListFactors)
  routes.delete('/admin/users/:id/factors/:factorId', adminDeleteFactor)
  routes.post('/admin/generate_link', adminGenerateLink)
  routes.post('/invite', invite)

  mountSso(routes)
  mountPasskeys(routes)
  mountOAuthServer(routes)
  mountCustomProviders(routes)

  routes.notFound(() => {
    throw notFound()
  })
  routes.onError((error, context) =>
    renderError(error, {
      version: context.req.header('x-supabase-api-version') ?? null,
      requestId: context.env.call.requestId,
      log: context.env.auth.log,
    }),
  )
  return routes
}
