import { networkOf } from '../../client-address.ts'
import type { Visit } from '../deps.ts'
import { emailLimit, requestLimit, sendAgainLater, smsLimit } from '../errors.ts'
import type { Rule } from './limits.ts'

const TWO_MINUTES = 120
const FIVE_MINUTES = 300
const HOUR = 3600

/** GoTrue's defaults for what the CLI's config has no key for. */
const SSO_REQUESTS = 30
const FACTOR_REQUESTS = 30
const PASSKEY_REQUESTS = 30
/** Each leaves two rows until they expire; nobody starts to sign in with a provider more often. */
const AUTHORIZE_REQUESTS = 60
const CLIENT_REGISTRATIONS = 10
/** Wrong passwords or codes for one account, from whatever addresses: a six-digit code stays unguessable for its hour. */
const FAILURES_PER_ACCOUNT = 20

export type AddressLimit =
  | 'sign-up'
  | 'anonymous'
  | 'token'
  | 'verify'
  | 'sso'
  | 'factor'
  | 'passkey'
  | 'registration'
  | 'authorize'

/** Refuses an address that asks too often. */
export async function limitAddress(visit: Visit, kind: AddressLimit): Promise<void> {
  const { auth, call } = visit.env
  const wait = await auth.limits.take(`address:${kind}:${networkOf(call.clientAddress)}`, addressRule(visit, kind))
  if (wait > 0) throw requestLimit()
}

function addressRule(visit: Visit, kind: AddressLimit): Rule {
  const configured = visit.env.auth.config.rate_limit
  switch (kind) {
    case 'sign-up':
      return { amount: configured.sign_in_sign_ups, seconds: FIVE_MINUTES }
    case 'anonymous':
      return { amount: configured.anonymous_users, seconds: HOUR }
    case 'token':
      return { amount: configured.token_refresh, seconds: FIVE_MINUTES }
    case 'verify':
      return { amount: configured.token_verifications, seconds: FIVE_MINUTES }
    case 'sso':
      return { amount: SSO_REQUESTS, seconds: FIVE_MINUTES }
    case 'registration':
      return { amount: CLIENT_REGISTRATIONS, seconds: FIVE_MINUTES }
    case 'passkey':
      return { amount: PASSKEY_REQUESTS, seconds: FIVE_MINUTES }
    case 'authorize':
      return { amount: AUTHORIZE_REQUESTS, seconds: FIVE_MINUTES }
    case 'factor':
      return { amount: FACTOR_REQUESTS, seconds: TWO_MINUTES }
  }
}

const accountRule: Rule = { amount: FAILURES_PER_ACCOUNT, seconds: FIVE_MINUTES }
export type GuessKind = 'password' | 'code' | 'factor'

/** Refuses further guesses at an account, whether or not it exists. Call before checking a secret. */
export async function limitGuesses(visit: Visit, kind: GuessKind, account: string): Promise<void> {
  const wait = await visit.env.auth.limits.peek(`guess:${kind}:${account}`, accountRule)
  if (wait > 0) throw requestLimit()
}

/** Counts a wrong guess. */
export async function countGuess(visit: Visit, kind: GuessKind, account: string): Promise<void> {
  await visit.env.auth.limits.take(`guess:${kind}:${account}`, accountRule)
}

/** Mails of one purpose to one address: the configured seconds apart, for unknown addresses just as for known ones. */
export async function limitMailTo(visit: Visit, purpose: string, email: string): Promise<void> {
  const seconds = visit.env.auth.config.email.max_frequency
  if (seconds <= 0) return
  const wait = await visit.env.auth.limits.take(`mail:${purpose}:${email}`, { amount: 1, seconds })
  if (wait > 0) throw sendAgainLater('email', wait)
}

export async function limitSmsTo(visit: Visit, purpose: string, phone: string, seconds: number): Promise<void> {
  if (seconds <= 0) return
  const wait = await visit.env.auth.limits.take(`sms:${purpose}:${phone}`, { amount: 1, seconds })
  if (wait > 0) throw sendAgainLater('sms', wait)
}

/** Mails of the whole project within an hour; bound only where they really leave, through a mail server. */
export async function limitMails(visit: Visit): Promise<void> {
  const { limits, config } = visit.env.auth
  if (!config.email.smtp?.enabled) return
  const wait = await limits.take('project:mail', { amount: config.rate_limit.email_sent, seconds: HOUR })
  if (wait > 0) throw emailLimit()
}

/** Says to a caller who gets no mail the same that a caller who gets one would hear. */
export async function requireMailBudget(visit: Visit): Promise<void> {
  const { limits, config } = visit.env.auth
  if (!config.email.smtp?.enabled) return
  const wait = await limits.peek('project:mail', { amount: config.rate_limit.email_sent, seconds: HOUR })
  if (wait > 0) throw emailLimit()
}

export async function limitMessages(visit: Visit): Promise<void> {
  const { limits, config } = visit.env.auth
  const wait = await limits.take('project:sms', { amount: config.rate_limit.sms_sent, seconds: HOUR })
  if (wait > 0) throw smsLimit()
}
