/** An expected failure, in the words and codes of GoTrue. Rendered by render-error.ts alone. */
export class AuthError extends Error {
  readonly status: number
  readonly code: string
  /** Further members of the body, such as the reasons of a weak password. */
  readonly extra: Record<string, unknown>

  constructor(status: number, code: string, message: string, extra: Record<string, unknown> = {}) {
    super(message)
    this.name = 'AuthError'
    this.status = status
    this.code = code
    this.extra = extra
  }
}

/** A failure in the shape of RFC 6749, which the OAuth endpoints answer with. */
export class OAuthError extends Error {
  readonly error: string
  readonly description: string
  readonly status: 400 | 401

  constructor(error: string, description: string, status: 400 | 401 = 400) {
    super(description)
    this.status = status
    this.name = 'OAuthError'
    this.error = error
    this.description = description
  }
}

// The request itself
export const badJson = (detail: string) =>
  new AuthError(400, 'bad_json', `Could not parse request body as JSON: ${detail}`)
export const bodyCut = () => new AuthError(408, 'request_timeout', 'The request body broke off before its end')
export const bodyTooLarge = () => new AuthError(413, 'request_entity_too_large', 'Request body is larger than 1 MB')
export const validationFailed = (message: string) => new AuthError(400, 'validation_failed', message)
export const notFound = () => new AuthError(404, 'not_found', 'There is no such path in the auth service')
export const unexpectedFailure = () =>
  new AuthError(500, 'unexpected_failure', 'Unexpected failure, please check server logs for more information')
export const unavailable = (message: string) => new AuthError(503, 'request_timeout', message)
export const busy = () => new AuthError(503, 'request_timeout', 'The server is busy, please try again in a moment')

// Who asks
export const noAuthorization = () =>
  new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
export const badJwt = (detail: string) =>
  new AuthError(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${detail}`)
export const missingSub = () => new AuthError(403, 'bad_jwt', 'invalid claim: missing sub claim')
export const malformedSub = () => new AuthError(400, 'bad_jwt', 'invalid claim: sub claim must be a UUID')
export const tokenUserGone = () => new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
export const tokenSessionGone = () =>
  new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
export const userBanned = (status: 400 | 403) => new AuthError(status, 'user_banned', 'User is banned')
export const notAdmin = () => new AuthError(403, 'not_admin', 'User not allowed')
export const anonymousNotAllowed = () =>
  new AuthError(403, 'no_authorization', 'Anonymous user not allowed to perform these actions')
export const insufficientAal = (status: 401 | 403 | 422, message: string) =>
  new AuthError(status, 'insufficient_aal', message)

// Signing up and in
export const signupDisabled = () => new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
export const emailSignupsDisabled = () => new AuthError(400, 'email_provider_disabled', 'Email signups are disabled')
export const emailLoginsDisabled = () => new AuthError(422, 'email_provider_disabled', 'Email logins are disabled')
export const phoneSignupsDisabled = () => new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled')
export const phoneLoginsDisabled = () => new AuthError(422, 'phone_provider_disabled', 'Phone logins are disabled')
export const unsupportedPhoneProvider = () =>
  new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider')
export const anonymousDisabled = () =>
  new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
export const userAlreadyExists = () => new AuthError(422, 'user_already_exists', 'User already registered')
export const emailExists = () =>
  new AuthError(422, 'email_exists', 'A user with this email address has already been registered')
export const phoneExists = () =>
  new AuthError(422, 'phone_exists', 'A user with this phone number has already been registered')
export const invalidCredentials = () => new AuthError(400, 'invalid_credentials', 'Invalid login credentials')
export const unsupportedGrant = () => new AuthError(400, 'invalid_credentials', 'unsupported_grant_type')
export const emailNotConfirmed = (status: 400 | 422 = 400) =>
  new AuthError(status, 'email_not_confirmed', 'Email not confirmed')
export const phoneNotConfirmed = (status: 400 | 422 = 400) =>
  new AuthError(status, 'phone_not_confirmed', 'Phone not confirmed')
export const otpDisabled = () => new AuthError(422, 'otp_disabled', 'Signups not allowed for otp')
export const captchaFailed = (detail: string) =>
  new AuthError(400, 'captcha_failed', `captcha protection: request disallowed (${detail})`)

// Passwords
export const weakPassword = (message: string, reasons: string[]) =>
  new AuthError(422, 'weak_password', message, { weak_password: { reasons } })
export const samePassword = () =>
  new AuthError(422, 'same_password', 'New password should be different from the old password.')
export const reauthenticationNeeded = () =>
  new AuthError(400, 'reauthentication_needed', 'Password update requires reauthentication')
export const recentProofNeeded = () =>
  new AuthError(
    428,
    'reauthentication_needed',
    'Enter your password again, sign in again or ask for a new link to change how this account is entered',
  )
export const reauthenticationNotValid = () =>
  new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
export const currentPasswordInvalid = () =>
  new AuthError(400, 'current_password_invalid', 'Current password is not valid')
export const userSsoManaged = () =>
  new AuthError(422, 'user_sso_managed', 'Updating email, phone, password of a SSO account only possible via SSO')

// Codes, links, refresh tokens
export const tokenExpired = () => new AuthError(403, 'otp_expired', 'Token has expired or is invalid')
export const linkExpired = () => new AuthError(403, 'otp_expired', 'Email link is invalid or has expired')
export const malformedRefreshToken = () => validationFailed('Refresh token is not valid')
export const refreshTokenNotFound = () =>
  new AuthError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
export const refreshTokenUsed = () =>
  new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used')
export const noValidSession = () =>
  new AuthError(400, 'session_not_found', 'Invalid Refresh Token: No Valid Session Found')
export const sessionExpired = (why = '') =>
  new AuthError(400, 'session_expired', `Invalid Refresh Token: Session Expired${why ? ` (${why})` : ''}`)
export const refreshConflict = () =>
  new AuthError(409, 'conflict', 'Too many concurrent token refresh requests on the same session or refresh token')
export const flowStateNotFound = () =>
  new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
export const flowStateExpired = () =>
  new AuthError(422, 'flow_state_expired', 'invalid flow state, flow state has expired')
export const badCodeVerifier = () =>
  new AuthError(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier')

// Limits
export const requestLimit = () => new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached')
export const emailLimit = () => new AuthError(429, 'over_email_send_rate_limit', 'email rate limit exceeded')
export const smsLimit = () => new AuthError(429, 'over_sms_send_rate_limit', 'SMS rate limit exceeded')
export const sendAgainLater = (channel: 'email' | 'sms', seconds: number) =>
  new AuthError(
    429,
    channel === 'email' ? 'over_email_send_rate_limit' : 'over_sms_send_rate_limit',
    `For security purposes, you can only request this after ${seconds} seconds.`,
  )
export const smsSendFailed = (what: string, detail: string) =>
  new AuthError(422, 'sms_send_failed', `Error sending ${what} OTP to provider: ${detail}`)

// Users and identities
export const userNotFound = (message = 'User not found') => new AuthError(404, 'user_not_found', message)
export const malformedUserId = () => new AuthError(404, 'validation_failed', 'user_id must be an UUID')
export const manualLinkingDisabled = () => new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled')
export const malformedIdentityId = () => new AuthError(404, 'validation_failed', 'identity_id must be an UUID')
export const identityNotFound = () => new AuthError(422, 'identity_not_found', "Identity doesn't exist")
export const identityAlreadyExists = (message: string) => new AuthError(422, 'identity_already_exists', message)
export const singleIdentity = () =>
  new AuthError(422, 'single_identity_not_deletable', 'User must have at least 1 identity after unlinking')

// OAuth and single sign-on
export const unsupportedProvider = (detail: string) => validationFailed(`Unsupported provider: ${detail}`)
export const badOAuthState = (message: string) => new AuthError(400, 'bad_oauth_state', message)
export const badOAuthCallback = (message: string) => new AuthError(400, 'bad_oauth_callback', message)
export const flowStateUsed = () => new AuthError(400, 'flow_state_already_used', 'OAuth state was already used')
export const oauthExchangeFailed = () => new AuthError(500, 'unexpected_failure', 'Unable to exchange external code')
export const providerProfileFailed = () =>
  new AuthError(500, 'unexpected_failure', 'Error getting user profile from external provider')
export const badIdToken = () => new AuthError(400, 'validation_failed', 'Bad ID token')
export const providerDisabled = (name: string) =>
  new AuthError(400, 'provider_disabled', `Provider (${name.slice(0, 200)}) is not enabled`)
export const emailNeedsVerification = (provider: string) =>
  new AuthError(
    403,
    'provider_email_needs_verification',
    `Unverified email with ${provider}. Verify the email with ${provider} in order to sign in`,
  )
export const providerEmailUnverified = (provider: string) =>
  new AuthError(
    403,
    'provider_email_needs_verification',
    `Unverified email with ${provider}. A confirmation email has been sent to your ${provider} email`,
  )
export const providerEmailMissing = () =>
  new AuthError(400, 'email_address_not_provided', 'Error getting user email from external provider')
export const samlDisabled = () => new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
export const ssoProviderNotFound = (message = 'No such SSO provider') =>
  new AuthError(404, 'sso_provider_not_found', message)
export const ssoProviderDisabled = () => new AuthError(404, 'sso_provider_disabled', 'SSO provider is disabled')
export const relayStateNotFound = () =>
  new AuthError(404, 'saml_relay_state_not_found', 'SAML RelayState does not exist, try logging in again?')
export const relayStateExpired = () =>
  new AuthError(422, 'saml_relay_state_expired', 'SAML RelayState has expired. Try logging in again?')
export const samlIdpNotFound = () =>
  new AuthError(404, 'saml_idp_not_found', 'A SAML connection has not been established with this Identity Provider')
export const samlResponseInvalid = () => new AuthError(400, 'validation_failed', 'SAML Assertion is not valid')
export const samlNoUserId = () =>
  new AuthError(
    400,
    'saml_assertion_no_user_id',
    'SAML Assertion did not contain a persistent Subject Identifier attribute or Subject NameID uniquely identifying this user',
  )
export const samlNoEmail = () =>
  new AuthError(400, 'saml_assertion_no_email', 'SAML Assertion does not contain an email address')
export const samlIdpExists = () =>
  new AuthError(422, 'saml_idp_already_exists', 'SAML Identity Provider with this EntityID already exists')
export const samlEntityMismatch = () =>
  new AuthError(
    400,
    'saml_entity_id_mismatch',
    'SAML Metadata can be updated only if the EntityID matches for the provider',
  )
export const samlMetadataFetchFailed = (url: string) =>
  new AuthError(400, 'saml_metadata_fetch_failed', `Unable to fetch metadata from URL '${url.slice(0, 300)}'`)
export const ssoDomainExists = () =>
  new AuthError(400, 'sso_domain_already_exists', 'SSO Domain is already assigned to an SSO identity provider')
export const web3Disabled = () => new AuthError(422, 'web3_provider_disabled', 'Web3 provider is disabled')
export const passkeysDisabled = () => new AuthError(404, 'passkey_disabled', 'Passkeys are disabled')
export const ceremonyNotFound = () =>
  new AuthError(400, 'webauthn_challenge_not_found', 'The passkey challenge was not found: begin again')
export const ceremonyExpired = () =>
  new AuthError(400, 'webauthn_challenge_expired', 'The passkey challenge has expired: begin again')
export const ceremonyFailed = () =>
  new AuthError(400, 'webauthn_verification_failed', 'The passkey could not be verified')
export const passkeyNotFound = () => new AuthError(404, 'passkey_not_found', 'Passkey not found')
export const passkeyExists = () =>
  new AuthError(422, 'webauthn_credential_exists', 'This passkey is already registered')
export const tooManyPasskeys = () =>
  new AuthError(422, 'too_many_passkeys', 'Maximum number of passkeys reached: delete one to add another')

// Factors
export const factorNotFound = (status: 404 | 422 = 404) =>
  new AuthError(status, 'mfa_factor_not_found', 'MFA factor with the provided factor ID not found')
export const factorNameConflict = () =>
  new AuthError(422, 'mfa_factor_name_conflict', 'A factor with this friendly name already exists for this user')
export const tooManyFactors = () =>
  new AuthError(
    422,
    'too_many_enrolled_mfa_factors',
    'Maximum number of verified factors reached, unenroll to continue',
  )
export const factorKindDisabled = (kind: 'totp' | 'phone' | 'webauthn', action: 'enroll' | 'verify') => {
  const names = { totp: 'TOTP', phone: 'Phone', webauthn: 'WebAuthn' }
  return new AuthError(422, `mfa_${kind}_${action}_not_enabled`, `MFA ${action} is disabled for ${names[kind]}`)
}
export const verifiedFactorExists = () =>
  new AuthError(
    422,
    'mfa_verified_factor_exists',
    'A verified phone factor already exists, unenroll the existing factor to continue',
  )
export const challengeExpired = (id: string) =>
  new AuthError(
    422,
    'mfa_challenge_expired',
    `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`,
  )
export const challengeAddressMismatch = () =>
  new AuthError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.')
export const wrongFactorCode = (kind: 'TOTP' | 'MFA Phone') =>
  new AuthError(422, 'mfa_verification_failed', `Invalid ${kind} code entered`)
export const wrongKey = () => new AuthError(422, 'mfa_verification_failed', 'The security key could not be verified')

// Being an OAuth server
export const oauthServerDisabled = () => new AuthError(404, 'feature_disabled', 'OAuth server is disabled')
export const oauthClientNotFound = () => new AuthError(404, 'oauth_client_not_found', 'OAuth client not found')
export const notForApplications = () =>
  new AuthError(403, 'insufficient_scope', 'Applications may not change an account: only its owner may')
export const oauthAuthorizationNotFound = () =>
  new AuthError(404, 'oauth_authorization_not_found', 'OAuth authorization not found')
export const oauthConsentNotFound = () => new AuthError(404, 'oauth_consent_not_found', 'OAuth grant not found')
export const invalidClient = () =>
  new OAuthError('invalid_client', 'The client is unknown or its credentials are wrong', 401)
export const invalidGrant = (why: string) => new OAuthError('invalid_grant', why)
export const invalidOAuthRequest = (why: string) => new OAuthError('invalid_request', why)
