import { z } from 'zod'
import { isOff, isTable } from './environment.ts'
import { count, duration, flag, port, secret, section, text, textList } from './values.ts'

/** Providers that need nothing but a client id and a secret. Any other name is an OIDC provider and needs `url`. */
export const KNOWN_PROVIDERS = [
  'apple',
  'azure',
  'bitbucket',
  'discord',
  'facebook',
  'figma',
  'fly',
  'github',
  'gitlab',
  'google',
  'kakao',
  'keycloak',
  'linkedin',
  'linkedin_oidc',
  'notion',
  'slack',
  'slack_oidc',
  'spotify',
  'twitch',
  'twitter',
  'workos',
  'x',
  'zoom',
] as const

/** Seven days: the longest an access token may live, as in the CLI. */
const LONGEST_TOKEN_SECONDS = 604_800

/** `enabled` is the CLI's newer name of `enable_signup`; with both the part is on when both say so. */
function switchedByEnabled<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.preprocess((given) => {
    if (!isTable(given) || given.enabled === undefined) return given
    const { enabled, ...rest } = given
    return { ...rest, enable_signup: isOff(given) ? false : (rest.enable_signup ?? enabled) }
  }, section(shape))
}

const smtp = section({
  enabled: flag.default(true),
  host: text,
  port,
  user: text.default(''),
  pass: secret.default(''),
  admin_email: z.email({ error: 'must be an e-mail address' }),
  sender_name: text.default(''),
})

const template = section({ subject: text.optional(), content_path: text.optional(), content: text.optional() })
const TEMPLATES = ['invite', 'confirmation', 'recovery', 'magic_link', 'email_change', 'reauthentication'] as const
/** Mails about what was changed in an account. The CLI knows more of them: see unserved.ts. */
export const NOTIFICATIONS = [
  'password_changed',
  'email_changed',
  'phone_changed',
  'identity_linked',
  'identity_unlinked',
  'mfa_factor_enrolled',
  'mfa_factor_unenrolled',
] as const

const email = switchedByEnabled({
  enable_signup: flag.default(true),
  double_confirm_changes: flag.default(true),
  enable_confirmations: flag.default(false),
  secure_password_change: flag.default(false),
  /** Seconds between two mails to one address. */
  max_frequency: duration.prefault('1s'),
  otp_length: z.int().min(6, 'must be 6 to 10').max(10, 'must be 6 to 10').default(6),
  /** Seconds. */
  otp_expiry: count.default(3600),
  /** Switched off it needs none of its keys. */
  smtp: z.preprocess((given) => (isOff(given) ? undefined : given), smtp.optional()).optional(),
  template: z
    .partialRecord(z.enum(TEMPLATES, { error: `must be one of ${TEMPLATES.join(', ')}` }), template)
    .default({}),
  notification: z.record(z.string(), section({ ...template.shape, enabled: flag.default(false) })).default({}),
})

const twilio = section({
  enabled: flag.default(false),
  account_sid: text.default(''),
  message_service_sid: text.default(''),
  auth_token: secret.default(''),
  /** Ours: another origin that speaks Twilio's API, such as a test double. */
  url: text.optional(),
})

const sms = switchedByEnabled({
  enable_signup: flag.default(false),
  enable_confirmations: flag.default(false),
  template: text.default('Your code is {{ .Code }}'),
  /** Seconds between two messages to one number. */
  max_frequency: duration.prefault('5s'),
  test_otp: z.record(z.string(), text).default({}),
  twilio: twilio.prefault({}),
  twilio_verify: twilio.prefault({}),
  messagebird: section({
    enabled: flag.default(false),
    originator: text.default(''),
    access_key: secret.default(''),
  }).prefault({}),
  textlocal: section({ enabled: flag.default(false), sender: text.default(''), api_key: secret.default('') }).prefault(
    {},
  ),
  vonage: section({
    enabled: flag.default(false),
    from: text.default(''),
    api_key: text.default(''),
    api_secret: secret.default(''),
  }).prefault({}),
})

const rateLimit = section({
  /** Per hour and project. */
  email_sent: count.default(2),
  sms_sent: count.default(30),
  /** Per hour and address. */
  anonymous_users: count.default(30),
  /** Per five minutes and address, like the rest. */
  token_refresh: count.default(150),
  sign_in_sign_ups: count.default(30),
  token_verifications: count.default(30),
  web3: count.default(30),
})

const factor = { enroll_enabled: flag.default(false), verify_enabled: flag.default(false) }
const mfa = section({
  max_enrolled_factors: count.default(10),
  totp: section(factor).prefault({}),
  phone: section({
    ...factor,
    otp_length: z.int().min(6, 'must be 6 to 10').max(10, 'must be 6 to 10').default(6),
    template: text.default('Your code is {{ .Code }}'),
    max_frequency: duration.prefault('5s'),
  }).prefault({}),
  web_authn: section(factor).prefault({}),
})

const provider = section({
  enabled: flag.default(false),
  client_id: text.default(''),
  secret: secret.default(''),
  url: text.default(''),
  redirect_uri: text.default(''),
  skip_nonce_check: flag.default(false),
  email_optional: flag.default(false),
})
const external = z.record(z.string(), provider).superRefine((providers, context) => {
  for (const [name, { enabled, url, client_id }] of Object.entries(providers)) {
    if (!enabled) continue
    const known = KNOWN_PROVIDERS.some((other) => other === name)
    if (!known && !url) {
      const message = `is not a built-in provider (${KNOWN_PROVIDERS.join(', ')}): give its OIDC issuer as url`
      context.addIssue({ code: 'custom', path: [name], message })
    }
    if (!client_id) context.addIssue({ code: 'custom', path: [name, 'client_id'], message: 'is needed when enabled' })
  }
})

const hook = section({ enabled: flag.default(false), uri: text.default(''), secrets: secret.default('') }).optional()
const hooks = section({
  mfa_verification_attempt: hook,
  password_verification_attempt: hook,
  custom_access_token: hook,
  send_sms: hook,
  send_email: hook,
  before_user_created: hook,
})

const CAPTCHA_PROVIDERS = ['hcaptcha', 'turnstile'] as const
const captcha = section({
  enabled: flag.default(false),
  provider: z.enum(CAPTCHA_PROVIDERS, { error: `must be one of ${CAPTCHA_PROVIDERS.join(', ')}` }).default('hcaptcha'),
  secret: secret.default(''),
  /** Ours: another verification address, such as a test double. */
  url: text.optional(),
})

const PASSWORD_REQUIREMENTS = [
  '',
  'letters_digits',
  'lower_upper_letters_digits',
  'lower_upper_letters_digits_symbols',
] as const

/** `[auth]`: sign-up, sign-in, mail, factors, providers. Durations become seconds. */
export const authSchema = section({
  enabled: flag.default(true),
  site_url: z.url({ error: 'must be a URL such as "https://app.example"' }).default('http://127.0.0.1:3000'),
  external_url: text.default(''),
  additional_redirect_urls: textList.default([]),
  /** Seconds. */
  jwt_expiry: z.int().positive().max(LONGEST_TOKEN_SECONDS, 'must be at most 604800 (one week)').default(3600),
  jwt_issuer: text.default(''),
  signing_keys_path: text.default(''),
  /** Keys of the project; the host's own settings outrank them. */
  jwt_secret: secret.min(32, 'must have at least 32 characters').optional(),
  publishable_key: secret.optional(),
  secret_key: secret.optional(),
  anon_key: secret.optional(),
  service_role_key: secret.optional(),
  enable_refresh_token_rotation: flag.default(true),
  /** Seconds. */
  refresh_token_reuse_interval: count.default(10),
  enable_signup: flag.default(true),
  enable_anonymous_sign_ins: flag.default(false),
  enable_manual_linking: flag.default(false),
  minimum_password_length: z.int().min(6, 'must be at least 6').default(6),
  password_requirements: z
    .enum(PASSWORD_REQUIREMENTS, {
      error: `must be one of ${PASSWORD_REQUIREMENTS.map((rule) => `"${rule}"`).join(', ')}`,
    })
    .default(''),
  email: email.prefault({}),
  sms: sms.prefault({}),
  rate_limit: rateLimit.prefault({}),
  mfa: mfa.prefault({}),
  external: external.default({}),
  captcha: captcha.prefault({}),
  /** Seconds; 0 means without bound. */
  sessions: section({
    timebox: duration.prefault('0'),
    inactivity_timeout: duration.prefault('0'),
    single_per_user: flag.default(false),
  }).prefault({}),
  hook: hooks.prefault({}),
  passkey: section({ enabled: flag.default(false) }).prefault({}),
  webauthn: section({ rp_display_name: text, rp_id: text, rp_origins: textList }).optional(),
  web3: section({
    solana: section({ enabled: flag.default(false) }).prefault({}),
    ethereum: section({ enabled: flag.default(false) }).prefault({}),
  }).prefault({}),
  oauth_server: section({
    enabled: flag.default(false),
    authorization_url_path: text.default('/oauth/consent'),
    allow_dynamic_registration: flag.default(false),
  }).prefault({}),
  saml: section({
    /** Ours: the CLI has no SAML. The key signs our requests; PEM, with \n for line ends. */
    enabled: flag.default(false),
    private_key: secret.default(''),
  }).prefault({}),
})
