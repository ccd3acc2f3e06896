import { randomUUID } from 'node:crypto'
import { transaction } from '../../kernel/transaction.ts'
import { audit } from '../accounts/audit.ts'
import { addAddressIdentity, confirmEmail, confirmPhone, withProvider } from '../accounts/confirm.ts'
import { presentUser } from '../accounts/present-user.ts'
import { createUser, findUserByEmail, findUserByPhone, type Metadata, type User } from '../accounts/users.ts'
import { isUuid, normalizeEmail, normalizePhone } from '../addresses.ts'
import { readBody } from '../body.ts'
import { type Queryable, violatedUniqueIndex } from '../database.ts'
import type { RequestContext } from '../deps.ts'
import { emailExists, phoneExists, validationFailed } from '../errors.ts'
import { audience, requireAdmin } from '../sessions/authenticate.ts'
import { readBan, readPassword, type UserInput, userInputSchema } from './user-input.ts'

/** POST /admin/users */
export async function adminCreateUser(context: RequestContext): Promise<Response> {
  await requireAdmin(context)
  const { auth, call } = context.env
  const input = await readBody(context, userInputSchema)
  if (input.email === '' && input.phone === '') {
    throw validationFailed('Cannot create a user without either an email or phone')
  }
  if (input.id !== '' && !isUuid(input.id)) throw validationFailed('ID must conform to the uuid v4 format')
  const addresses = {
    email: input.email === '' ? null : normalizeEmail(input.email),
    phone: input.phone === '' ? null : normalizePhone(input.phone),
  }
  const passwordHash = await readPassword(auth, input)
  const user = await transaction(auth.db, async (tx) => {
    const created = await insert(context, tx, { input, ...addresses, passwordHash })
    const traits = { user_id: created.id, user_email: created.email ?? '', user_phone: created.phone ?? '' }
    const event = { actor: null, address: call.clientAddress, now: auth.now(), traits }
    await audit(tx, { action: 'user_signedup', ...event })
    return created
  }).catch((error: unknown) => {
    throw takenAddress(error)
  })
  return Response.json(await presentUser(auth.db, user))
}

interface Insert {
  input: UserInput
  email: string | null
  phone: string | null
  passwordHash: string | null
}

async function insert(
  context: RequestContext,
  tx: Queryable,
  { input, email, phone, passwordHash }: Insert,
): Promise<User> {
  const { auth } = context.env
  const now = auth.now()
  const aud = input.aud || audience(context)
  if (email && (await findUserByEmail(tx, email, aud))) throw emailExists()
  if (phone && (await findUserByPhone(tx, phone, aud))) throw phoneExists()
  const id = input.id || randomUUID()
  let user = await createUser(tx, {
    id,
    aud,
    ...(input.role ? { role: input.role } : {}),
    now,
    values: {
      email,
      phone,
      encrypted_password: passwordHash,
      raw_app_meta_data: { ...providersOf(email, phone), ...input.app_metadata },
      raw_user_meta_data: input.user_metadata,
      banned_until: readBan(input, now) ?? null,
    },
  })
  if (email) await addAddressIdentity(auth, tx, { user, provider: 'email', data: {}, verified: input.email_confirm })
  if (phone) await addAddressIdentity(auth, tx, { user, provider: 'phone', data: {}, verified: input.phone_confirm })
  if (email && input.email_confirm) user = await confirmEmail(auth, tx, user)
  if (phone && input.phone_confirm) user = await confirmPhone(auth, tx, user)
  return user
}

function providersOf(email: string | null, phone: string | null): Metadata {
  const metadata = email ? withProvider(null, 'email') : {}
  return phone ? withProvider(metadata, 'phone') : metadata
}

/** Another request took the address between the look-up and the insert. */
export function takenAddress(error: unknown): unknown {
  const index = violatedUniqueIndex(error)
  if (index === null) return error
  if (index === 'users_phone_key') return phoneExists()
  if (index === 'users_email_partial_key') return emailExists()
  return index === 'users_pkey' ? validationFailed('A user with this id already exists') : error
}
