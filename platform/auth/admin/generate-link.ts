import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { transaction } from '../../kernel/transaction.ts'
import { audit } from '../accounts/audit.ts'
import { mergeMetadata } from '../accounts/metadata.ts'
import { presentUser } from '../accounts/present-user.ts'
import { createAddressUser } from '../accounts/sign-up.ts'
import { findUserByEmail, type User, type UserChange, updateUser } from '../accounts/users.ts'
import { normalizeEmail } from '../addresses.ts'
import { readBody, record, text } from '../body.ts'
import type { Queryable } from '../database.ts'
import { confirmationUrl, type LinkType } from '../delivery/account-mail.ts'
import type { RequestContext } from '../deps.ts'
import { emailExists, userNotFound, validationFailed } from '../errors.ts'
import { redirectTarget } from '../redirects.ts'
import { makeOneTimeToken, storeToken } from '../secrets/one-time-tokens.ts'
import { requireStrongPassword } from '../secrets/password-strength.ts'
import type { TokenColumn } from '../secrets/token-columns.ts'
import { audience, requireAdmin } from '../sessions/authenticate.ts'

const TYPES = ['signup', 'invite', 'magiclink', 'recovery', 'email_change_current', 'email_change_new'] as const
type GenerateType = (typeof TYPES)[number]

const bodySchema = z.looseObject({
  type: text,
  email: text,
  new_email: text,
  password: text,
  data: record,
  redirect_to: text,
})
type Body = z.output<typeof bodySchema>

/** POST /admin/generate_link: the link that a mail would have carried, for an operator who sends it another way. */
export async function adminGenerateLink(context: RequestContext): Promise<Response> {
  await requireAdmin(context)
  const { auth } = context.env
  const body = await readBody(context, bodySchema)
  const type = TYPES.find((known) => known === body.type)
  if (!type) throw validationFailed(`Invalid email action link type requested: ${body.type.slice(0, 32)}`)
  const email = normalizeEmail(body.email)
  const passwordHash = type === 'signup' ? await hashPassword(context, body.password) : null
  const link = await transaction(auth.db, (tx) => prepare(context, tx, { type, email, body, passwordHash }))
  const redirectTo = redirectTarget(context, body.redirect_to)
  return Response.json({
    ...(await presentUser(auth.db, link.user)),
    action_link: confirmationUrl(context, { token: link.linkToken, type: link.linkType, redirectTo }),
    email_otp: link.otp,
    hashed_token: link.linkToken,
    verification_type: type,
    redirect_to: redirectTo,
  })
}

interface Prepared {
  user: User
  otp: string
  linkToken: string
  linkType: LinkType
}

interface Preparation {
  type: GenerateType
  email: string
  body: Body
  passwordHash: string | null
}

async function prepare(context: RequestContext, tx: Queryable, { type, email, body, passwordHash }: Preparation) {
  const { auth, call } = context.env
  const found = await findUserByEmail(tx, email, audience(context))
  if (!found && type !== 'signup' && type !== 'invite' && type !== 'magiclink') {
    throw userNotFound('User with this email not found')
  }
  // Only a proven address is taken: whoever has not clicked yet may be sent another link.
  if (found?.email_confirmed_at && (type === 'signup' || type === 'invite')) throw emailExists()
  const user =
    found ??
    (await createAddressUser(auth, tx, {
      aud: audience(context),
      provider: 'email',
      address: email,
      passwordHash: passwordHash ?? (await auth.passwords.hash(randomBytes(32).toString('base64url'))),
      data: body.data,
      withClaims: false,
    }))
  const now = auth.now()
  const actor = { actor: null, address: call.clientAddress, now, traits: { user_id: user.id, user_email: email } }

  switch (type) {
    case 'signup': {
      const change: UserChange = {
        raw_user_meta_data: mergeMetadata(user.raw_user_meta_data, body.data),
        ...(passwordHash ? { encrypted_password: passwordHash } : {}),
      }
      const updated = await updateUser(tx, user.id, change, now)
      await audit(tx, { action: 'user_confirmation_requested', ...actor })
      return issue(context, tx, {
        user: updated,
        column: 'confirmation_token',
        address: email,
        linkType: 'signup',
        passwordHash,
      })
    }
    case 'invite': {
      const change = { invited_at: now, raw_user_meta_data: mergeMetadata(user.raw_user_meta_data, body.data) }
      const updated = await updateUser(tx, user.id, change, now)
      await audit(tx, { action: 'user_invited', ...actor })
      return issue(context, tx, { user: updated, column: 'confirmation_token', address: email, linkType: 'invite' })
    }
    case 'magiclink':
    case 'recovery':
      await audit(tx, { action: 'user_recovery_requested', ...actor })
      return issue(context, tx, { user, column: 'recovery_token', address: email, linkType: type })
    case 'email_change_current':
    case 'email_change_new':
      return emailChangeLink(context, tx, { user, type, newEmail: normalizeEmail(body.new_email) })
  }
}

async function emailChangeLink(
  context: RequestContext,
  tx: Queryable,
  { user, type, newEmail }: { user: User; type: 'email_change_current' | 'email_change_new'; newEmail: string },
): Promise<Prepared> {
  const { auth } = context.env
  if (await findUserByEmail(tx, newEmail, user.aud)) throw emailExists()
  // The second of the two links must not undo what the first one has confirmed.
  const same = user.email_change === newEmail
  const status = same ? user.email_change_confirm_status : 0
  const change = { email_change: newEmail, email_change_confirm_status: status }
  const pending = await updateUser(tx, user.id, change, auth.now())
  const toOld = type === 'email_change_current'
  return issue(context, tx, {
    user: pending,
    column: toOld ? 'email_change_token_current' : 'email_change_token_new',
    address: toOld ? (user.email ?? '') : newEmail,
    linkType: 'email_change',
  })
}

interface Issue {
  user: User
  column: TokenColumn
  address: string
  linkType: LinkType
  /** That an admin chose for the account: proving the address must not drop it. */
  passwordHash?: string | null
}

async function issue(
  context: RequestContext,
  tx: Queryable,
  { user, column, address, linkType, passwordHash = null }: Issue,
): Promise<Prepared> {
  const { auth } = context.env
  const { otp, linkToken } = makeOneTimeToken({ length: auth.config.email.otp_length, pkce: false })
  return {
    user: await storeToken(auth, tx, { user, column, address, otp, linkToken, passwordHash }),
    otp,
    linkToken,
    linkType,
  }
}

async function hashPassword(context: RequestContext, password: string): Promise<string> {
  if (password === '') throw validationFailed('Signup requires a valid password')
  requireStrongPassword(password, context.env.auth.config)
  return context.env.auth.passwords.hash(password)
}
