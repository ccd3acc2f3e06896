import { expect, test } from 'vitest'
import { configuredLimits, DEFAULT_LIMITS } from '../realtime/limits.ts'
import { ConfigError, defaultConfig, parseConfig } from './parse.ts'

function problemsOf(toml: string, env: Record<string, string> = {}): string[] {
  try {
    parseConfig(toml, env)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

test("an empty file gives the CLI's defaults", () => {
  const { config, ignored, warnings } = parseConfig('')
  expect(config).toEqual(defaultConfig())
  expect(config.api).toMatchObject({ schemas: ['public', 'graphql_public'], max_rows: 1000 })
  expect(config.auth).toMatchObject({ jwt_expiry: 3600, enable_signup: true, enable_anonymous_sign_ins: false })
  expect(config.auth.email).toMatchObject({ max_frequency: 1, otp_length: 6, enable_confirmations: false })
  expect(config.storage.file_size_limit).toBe(50 * 1024 * 1024)
  expect([...ignored, ...warnings]).toEqual([])
})

test('durations become seconds and sizes become bytes', () => {
  const { config } = parseConfig(`
    [auth.sessions]
    timebox = "1h30m"
    [auth.email]
    max_frequency = "500ms"
    [storage]
    file_size_limit = "500KB"`)
  expect(config.auth.sessions.timebox).toBe(5400)
  expect(config.auth.email.max_frequency).toBe(0.5)
  expect(config.storage.file_size_limit).toBe(512_000)
})

test('every unknown and every bad key is named at once, with what is allowed', () => {
  const problems = problemsOf(`
    apii = 1
    [auth]
    jwt_expiry = 9999999
    enable_singup = false
    password_requirements = "strong"
    [auth.email]
    max_frequency = "often"
    [functions.hello]
    verify = true`)
  expect(problems).toHaveLength(6)
  const all = problems.join('\n')
  expect(all).toMatch(/^apii is not a known key; allowed here: project_id, api, db, auth/m)
  expect(all).toMatch(/^auth\.enable_singup is not a known key; allowed here: .*enable_signup/m)
  expect(all).toMatch(/^auth\.jwt_expiry: must be at most 604800/m)
  expect(all).toMatch(/^auth\.password_requirements: must be one of "", "letters_digits"/m)
  expect(all).toMatch(/^auth\.email\.max_frequency: must be a duration/m)
  expect(all).toMatch(/^functions\.hello\.verify is not a known key; allowed here: enabled, verify_jwt/m)
})

test('text that is no TOML is refused with its line', () => {
  expect(problemsOf('[api]\nmax_rows = = 3')[0]).toMatch(/^line 2: /)
})

test("the CLI's other sections are accepted and listed as ignored", () => {
  const text = `
    [db]
    port = 54322
    shadow_port = 54320
    [db.pooler]
    enabled = false
    [db.vault]
    key = "env(NEVER_SET)"
    [studio]
    enabled = true
    [storage.vector]
    enabled = true`
  const { config, ignored, warnings } = parseConfig(text)
  expect(ignored).toEqual(['studio', 'db.shadow_port', 'db.vault', 'storage.vector'])
  expect(config.db.port).toBe(54_322)
  expect(warnings).toEqual([])
})

test('env(NAME) is read from the environment', () => {
  const { config } = parseConfig('[auth]\nsite_url = "env(SITE)"\nenable_signup = "env(SIGNUP)"', {
    SITE: 'https://app.example',
    SIGNUP: 'false',
  })
  expect(config.auth).toMatchObject({ site_url: 'https://app.example', enable_signup: false })
})

test('an unset variable is a warning for a secret, an error where no value can be made, and silent when switched off', () => {
  const secret = '[auth.external.google]\nenabled = true\nclient_id = "x"\nsecret = "env(GOOGLE_SECRET)"'
  expect(parseConfig(secret).warnings).toEqual([
    'auth.external.google.secret: the environment variable GOOGLE_SECRET is not set',
  ])
  expect(problemsOf('[auth]\nenable_signup = "env(SIGNUP)"')).toEqual([
    'auth.enable_signup: the environment variable SIGNUP is not set',
  ])
  expect(parseConfig(secret.replace('true', 'false')).warnings).toEqual([])
})

test('what is switched off needs no variable, also for a number or a list', () => {
  const { config, warnings } = parseConfig(
    `
    [auth.email.smtp]
    enabled = false
    port = "env(SMTP_PORT)"
    [auth.external.apple]
    client_id = "env(APPLE_ID)"
    [auth.external.azure]
    enabled = "env(AZURE)"
    skip_nonce_check = "env(SKIP)"
    [realtime]
    enabled = false
    max_header_length = "env(LENGTH)"`,
    { AZURE: 'false' },
  )
  expect(warnings).toEqual([])
  expect(config.auth.email.smtp).toBeUndefined()
  expect(config.realtime).toMatchObject({ enabled: false, max_header_length: 4096 })
  expect(parseConfig('[auth.email.smtp]\nenabled = false').config.auth.email.smtp).toBeUndefined()
})

test('sign-in by mail and by text message is switched by `enabled`, or by the older `enable_signup`', () => {
  const on = (toml: string) => {
    const { email, sms } = parseConfig(toml).config.auth
    return [email.enable_signup, sms.enable_signup]
  }
  expect(on('')).toEqual([true, false])
  expect(on('[auth.email]\nenabled = false\n[auth.sms]\nenabled = true')).toEqual([false, true])
  expect(on('[auth.email]\nenable_signup = false\n[auth.sms]\nenable_signup = true')).toEqual([false, true])
  expect(on('[auth.email]\nenabled = true\nenable_signup = false')).toEqual([false, false])
  expect(on('[auth.email]\nenabled = false\nenable_signup = true')).toEqual([false, false])
})

test("an empty list of schemas is PostgREST's default", () => {
  expect(parseConfig('[api]\nschemas = []').config.api.schemas).toEqual(['public'])
})

test('the page of mails is set up by local_smtp and by its older name', () => {
  const { config, ignored } = parseConfig('[inbucket]\nenabled = true\nport = 5000\nsmtp_port = 5001')
  expect(config.inbucket).toEqual({ enabled: true, port: 5000 })
  expect(ignored).toEqual(['inbucket.smtp_port'])
  expect(parseConfig('[local_smtp]').config.local_smtp).toEqual({ enabled: true, port: 54_324 })
})

test('a provider of unknown name must say where its issuer is', () => {
  expect(problemsOf('[auth.external.acme]\nenabled = true\nclient_id = "x"')[0]).toMatch(
    /^auth\.external\.acme: is not a built-in provider .* give its OIDC issuer as url/,
  )
  expect(problemsOf('[auth.external.acme]\nenabled = true\nclient_id = "x"\nurl = "https://id.acme.example"')).toEqual(
    [],
  )
})

test('what is set but has no effect here is said, and nothing else is', () => {
  const { warnings, ignored } = parseConfig(`
    [api.tls]
    enabled = true
    [auth.email.notification.password_changed]
    enabled = true
    [auth.email.notification.email_changed]
    enabled = false
    [auth.third_party.clerk]
    enabled = false
    [db.migrations]
    schema_paths = ["./schemas/*.sql"]
    [realtime]
    ip_version = "IPv6"
    max_header_length = 8192
`)
  expect(warnings).toEqual([
    'api.tls is switched on, but put a proxy in front for HTTPS',
    'db.migrations.schema_paths has no effect: only the files of migrations/ are applied',
    'realtime.ip_version has no effect: --host says where to listen',
    'realtime.max_header_length has no effect',
  ])
  expect(ignored).toEqual([])
})

test("realtime's limits are settings, and a burst follows its rate", () => {
  const limits = (toml: string) => configuredLimits(parseConfig(toml).config.platform)
  expect(limits('')).toEqual(DEFAULT_LIMITS)
  const set = limits(
    '[platform.realtime]\nmax_connections = 50\nmax_payload_size = "1KB"\nfan_out_per_second = 25000000',
  )
  expect(set).toMatchObject({ maxConnections: 50, maxPayloadBytes: 1024, maxChannelsPerConnection: 100 })
  expect(set).toMatchObject({ fanOutBytesPerSecond: 25_000_000, fanOutBurstBytes: 75_000_000 })
})
