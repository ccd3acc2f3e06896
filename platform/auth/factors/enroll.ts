import { z } from 'zod'
import { transaction } from '../../kernel/transaction.ts'
import { audit } from '../accounts/audit.ts'
import { FACTOR_NAMES, type Factor, type FactorType, factorsOf } from '../accounts/factors.ts'
import type { User } from '../accounts/users.ts'
import { normalizePhone } from '../addresses.ts'
import { readBody, text } from '../body.ts'
import { type Queryable, violatedUniqueIndex } from '../database.ts'
import type { RequestContext } from '../deps.ts'
import {
  factorKindDisabled,
  factorNameConflict,
  insufficientAal,
  tooManyFactors,
  validationFailed,
  verifiedFactorExists,
} from '../errors.ts'
import { requireNamedUser } from '../sessions/authenticate.ts'
import { requireRecentProof } from '../sessions/recent-proof.ts'
import { deleteStaleFactors, insertFactor } from './store.ts'
import { enrolTotp } from './totp.ts'

const bodySchema = z.looseObject({ factor_type: text, friendly_name: text, issuer: text, phone: text })
type Body = z.output<typeof bodySchema>

/** POST /factors: a second factor, which counts once it is verified. */
export async function enrollFactor(context: RequestContext): Promise<Response> {
  const { auth } = context.env
  const signedIn = await requireNamedUser(context)
  const { user, session } = signedIn
  const body = await readBody(context, bodySchema)
  const kind = requireKind(context, body)
  const phone = kind === 'phone' ? readPhone(body.phone) : null
  await deleteStaleFactors(auth.db, user.id, auth.now())
  const factors = await factorsOf(auth.db, [user.id])
  const verified = factors.filter(({ status }) => status === 'verified')
  if (factors.length >= auth.config.mfa.max_enrolled_factors) throw tooManyFactors()
  if (verified.length > 0 && session?.aal !== 'aal2') {
    throw insufficientAal(403, 'AAL2 required to enroll a new factor')
  }
  await requireRecentProof(context, signedIn)
  if (phone && verified.some((factor) => factor.phone === phone)) throw verifiedFactorExists()
  if (kind === 'totp') return enrollTotp(context, user, body)
  if (kind === 'webauthn') return enrollKey(context, user, body)
  return enrollPhone(context, { user, body, phone: phone ?? '', factors })
}

function requireKind(context: RequestContext, { factor_type }: Body): FactorType {
  const { mfa } = context.env.auth.config
  switch (factor_type) {
    case 'totp':
    case 'phone':
    case 'webauthn':
      if (!mfa[FACTOR_NAMES[factor_type].section].enroll_enabled) throw factorKindDisabled(factor_type, 'enroll')
      return factor_type
    default:
      throw validationFailed('factor_type needs to be totp, phone, or webauthn')
  }
}

function readPhone(phone: string): string {
  if (phone === '') throw validationFailed('Phone number required to enroll a phone factor')
  return normalizePhone(phone)
}

async function enrollTotp(context: RequestContext, user: User, body: Body): Promise<Response> {
  const { config } = context.env.auth
  const issuer = body.issuer || new URL(config.site_url).host
  const { secret, uri, qrSvg } = await enrolTotp({ issuer, account: user.email || user.phone || user.id })
  const factor = await save(context, user, (tx) =>
    insertFactor(tx, { user, kind: 'totp', name: body.friendly_name, secret, now: context.env.auth.now() }),
  )
  const totp = { qr_code: qrSvg, secret, uri }
  return Response.json({ id: factor.id, type: 'totp', friendly_name: body.friendly_name, totp })
}

/** The key itself is made by the first challenge. */
async function enrollKey(context: RequestContext, user: User, { friendly_name }: Body): Promise<Response> {
  const factor = await save(context, user, (tx) =>
    insertFactor(tx, { user, kind: 'webauthn', name: friendly_name, now: context.env.auth.now() }),
  )
  return Response.json({ id: factor.id, type: 'webauthn', friendly_name })
}

async function enrollPhone(
  context: RequestContext,
  { user, body, phone, factors }: { user: User; body: Body; phone: string; factors: Factor[] },
): Promise<Response> {
  const abandoned = factors.find((factor) => factor.phone === phone)
  const factor = await save(context, user, async (tx) => {
    if (abandoned) await tx.query('delete from auth.mfa_factors where id = $1', [abandoned.id])
    return insertFactor(tx, { user, kind: 'phone', name: body.friendly_name, phone, now: context.env.auth.now() })
  })
  return Response.json({ id: factor.id, type: 'phone', friendly_name: body.friendly_name, phone })
}

async function save(context: RequestContext, user: User, insert: (tx: Queryable) => Promise<Factor>): Promise<Factor> {
  const { auth, call } = context.env
  try {
    return await transaction(auth.db, async (tx) => {
      const factor = await insert(tx)
      const traits = { factor_id: factor.id }
      const event = { actor: user, address: call.clientAddress, now: auth.now(), traits }
      await audit(tx, { action: 'factor_in_progress', ...event })
      return factor
    })
  } catch (error) {
    if (violatedUniqueIndex(error) === 'mfa_factors_user_friendly_name_unique') throw factorNameConflict()
    throw error
  }
}
