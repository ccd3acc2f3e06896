import { networksOf } from '../../kernel/client-address.ts'
import type { Rule } from '../../kernel/take-limit.ts'
import { readText } from '../body.ts'
import type { RequestContext } from '../deps.ts'
import { emailLimit, requestLimit, sendAgainLater, smsLimit } from '../errors.ts'

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
/** Nobody mistypes theirs more often; one address must not try a few of the commonest with every account. */
const PASSWORD_CHECKS = 30

export type AddressLimit =
  | 'sign-up'
  | 'anonymous'
  | 'token'
  | 'password'
  | 'verify'
  | 'sso'
  | 'factor'
  | 'passkey'
  | 'registration'
  | 'authorize'

/**
 * Refuses an address that asks too often. Like GoTrue, and unlike the limits of accounts, only where addresses are
 * known to tell visitors apart: `[platform] limit_addresses`. Taken once the whole body is there: bodies that never end
 * cost their sender nothing, and would use up what everybody behind the same address has.
 */
export async function limitAddress(context: RequestContext, kind: AddressLimit): Promise<void> {
  const { auth, call } = context.env
  if (!auth.limitAddresses) return
  await readText(context)
  const rule = addressRule(context, kind)
  for (const network of networksOf(call.clientAddress)) {
    if ((await auth.limits.take(`address:${kind}:${network}`, rule)) > 0) throw requestLimit()
  }
}

function addressRule(context: RequestContext, kind: AddressLimit): Rule {
  const configured = context.env.auth.config.rate_limit
  switch (kind) {
    case 'sign-up':
      return { amount: configured.sign_in_sign_ups, seconds: FIVE_MINUTES }
    case 'anonymous':
      return { amount: configured.anonymous_users, seconds: HOUR }
    case 'token':
      return { amount: configured.token_refresh, seconds: FIVE_MINUTES }
    case 'password':
      return { amount: PASSWORD_CHECKS, seconds: FIVE_MINUTES, strict: true }
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

/** Mails of one purpose to one address: the configured seconds apart, for unknown addresses just as for known ones. */
export async function limitMailTo(context: RequestContext, purpose: string, email: string): Promise<void> {
  const seconds = context.env.auth.config.email.max_frequency
  if (seconds <= 0) return
  const wait = await context.env.auth.limits.take(`mail:${purpose}:${email}`, { amount: 1, seconds })
  if (wait > 0) throw sendAgainLater('email', wait)
}

export async function limitSmsTo(
  context: RequestContext,
  purpose: string,
  phone: string,
  seconds: number,
): Promise<void> {
  if (seconds <= 0) return
  const wait = await context.env.auth.limits.take(`sms:${purpose}:${phone}`, { amount: 1, seconds })
  if (wait > 0) throw sendAgainLater('sms', wait)
}

/** Mails of the whole project within an hour; bound only where they really leave, through a mail server. */
export async function limitMails(context: RequestContext): Promise<void> {
  const { limits, config } = context.env.auth
  if (!config.email.smtp?.enabled) return
  const wait = await limits.take('project:mail', { amount: config.rate_limit.email_sent, seconds: HOUR })
  if (wait > 0) throw emailLimit()
}

/** Says to a caller who gets no mail the same that a caller who gets one would hear. */
export async function requireMailBudget(context: RequestContext): Promise<void> {
  const { limits, config } = context.env.auth
  if (!config.email.smtp?.enabled) return
  const wait = await limits.peek('project:mail', { amount: config.rate_limit.email_sent, seconds: HOUR })
  if (wait > 0) throw emailLimit()
}

export async function limitMessages(context: RequestContext): Promise<void> {
  const { limits, config } = context.env.auth
  const wait = await limits.take('project:sms', { amount: config.rate_limit.sms_sent, seconds: HOUR })
  if (wait > 0) throw smsLimit()
}
