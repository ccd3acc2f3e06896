const UNKNOWN = 'The link or the sign-in did not work. Please try again, or ask for a new link.'

/** Codes of the accounts service in an address; whoever sends a link could write any sentence beside them. */
const SENTENCES: Readonly<Record<string, string>> = {
  otp_expired: 'Email link is invalid or has expired',
  access_denied: 'Access was denied',
  signup_disabled: 'New accounts are not accepted here',
  user_banned: 'This account is banned',
}

/** What to say of a failure that an address brought along; null without one. */
export function failureIn(opened: URLSearchParams): string | null {
  const given = ['error_code', 'error', 'error_description'].flatMap((name) => opened.get(name) ?? [])
  if (given.length === 0) return null
  return given.flatMap((code) => (Object.hasOwn(SENTENCES, code) ? [SENTENCES[code]] : []))[0] ?? UNKNOWN
}

/** The tokens of a session. */
export interface OfferedSession {
  access_token: string
  refresh_token: string
}

/** The session that an address brought along; whoever sends a link could write their own there. */
export function sessionIn(opened: URLSearchParams): OfferedSession | null {
  const [access_token, refresh_token] = [opened.get('access_token'), opened.get('refresh_token')]
  return access_token && refresh_token ? { access_token, refresh_token } : null
}
