import { KNOWN_PROVIDERS } from '../../config/auth-schema.ts'
import { type RequestContext, serviceUrl } from '../deps.ts'

/** GET /health */
export function health(): Response {
  return Response.json({
    version: 'v2.189.0-compatible',
    name: 'GoTrue',
    description: 'GoTrue is a user registration and authentication API',
  })
}

/** GET /settings: what a sign-in form needs to know. */
export function settings(context: RequestContext): Response {
  const { config } = context.env.auth
  const names = new Set<string>([...KNOWN_PROVIDERS, ...Object.keys(config.external)])
  const external = Object.fromEntries([...names].sort().map((name) => [name, config.external[name]?.enabled ?? false]))
  return Response.json({
    external: {
      ...external,
      anonymous_users: config.enable_anonymous_sign_ins,
      email: config.email.enable_signup,
      phone: config.sms.enable_signup,
    },
    disable_signup: !config.enable_signup,
    mailer_autoconfirm: !config.email.enable_confirmations,
    phone_autoconfirm: !config.sms.enable_confirmations,
    sms_provider: config.sms.twilio.enabled ? 'twilio' : '',
    saml_enabled: config.saml.enabled,
    passkeys_enabled: config.passkey.enabled,
  })
}

/** GET /.well-known/jwks.json */
export function jwks(context: RequestContext): Response {
  return Response.json(context.env.auth.tokens.jwks(), { headers: { 'cache-control': 'public, max-age=600' } })
}

/** GET /.well-known/openid-configuration */
export function openidConfiguration(context: RequestContext): Response {
  const url = serviceUrl(context)
  const { auth } = context.env
  const algorithms = auth.tokens.jwks().keys.map((key) => key.alg ?? 'ES256')
  return Response.json(
    {
      issuer: auth.issuer,
      authorization_endpoint: `${url}/oauth/authorize`,
      token_endpoint: `${url}/oauth/token`,
      jwks_uri: `${url}/.well-known/jwks.json`,
      userinfo_endpoint: `${url}/oauth/userinfo`,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: algorithms.length > 0 ? [...new Set(algorithms)] : ['HS256'],
      code_challenge_methods_supported: ['S256', 'plain'],
    },
    { headers: { 'cache-control': 'public, max-age=600' } },
  )
}
