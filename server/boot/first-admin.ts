import { randomBytes } from 'node:crypto'
import { createClient, type SupabaseClient, type User } from '@supabase/supabase-js'
import { passwordMatches, withSession } from '#platform'
import type { Config } from './config.ts'

export interface FirstAdminOptions {
  admin: Config['admin']
  supabaseUrl: string
  secretKey: string
  /** Calls the platform without a socket. */
  fetch: typeof fetch
  /**
   * Tells how to sign in, before the account is made: a start that is interrupted right after must not leave an admin
   * whose password nobody has seen. `generated` is null for a password that the operator gave and knows.
   */
  announce(admin: { email: string; generated: string | null }): void
}

/** Makes the first admin where there is none, through the API itself. Returns whether it did. */
export async function ensureFirstAdmin(options: FirstAdminOptions): Promise<boolean> {
  const { admin, supabaseUrl, secretKey, fetch, announce } = options
  const service = createClient(supabaseUrl, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch },
  })
  const admins = await service.from('user_roles').select('user_id').eq('role', 'admin').limit(1)
  if (admins.error) throw new Error(`The admins cannot be read: ${admins.error.message}`)
  if (admins.data.length > 0) return false
  const generated = admin.password === null ? generatePassword() : null
  announce({ email: admin.email, generated })
  const userId = await createUser({ service, email: admin.email, password: admin.password ?? generated ?? '' })
  const role = await service.from('user_roles').upsert({ user_id: userId, role: 'admin' })
  if (role.error) throw new Error(`The first admin was not given the role: ${role.error.message}`)
  return true
}

/** In the account's app_metadata, which only the secret key may write. */
const MADE_HERE = 'first_admin'
const MARK = { [MADE_HERE]: true }

/** Letters and digits, as supabase/config.toml asks of every password; without either, the dice are thrown again. */
export function generatePassword(): string {
  const password = randomBytes(12).toString('base64url')
  return /\d/.test(password) && /[a-z]/i.test(password) ? password : generatePassword()
}

interface CreateUserOptions {
  service: SupabaseClient
  email: string
  password: string
}

/**
 * A start that was interrupted between the user and the role finds the user there: then the password is set anew. An
 * account that somebody else made is left alone, for who owns it may not be who runs the shop.
 */
async function createUser({ service, email, password }: CreateUserOptions): Promise<string> {
  const created = await service.auth.admin.createUser({ email, password, email_confirm: true, app_metadata: MARK })
  if (created.data.user) return created.data.user.id
  if (created.error?.code !== 'email_exists') throw new Error(`The first admin was not made: ${created.error?.message}`)
  const { id, app_metadata } = await findUser(service, email)
  if (app_metadata[MADE_HERE] !== true) {
    throw new Error(
      `There is no admin yet, and ${email} belongs to an account that this start did not make. Set another ADMIN_EMAIL, or give that account the role: insert into user_roles (user_id, role) values ('${id}', 'admin').`,
    )
  }
  const changed = await service.auth.admin.updateUserById(id, { password, email_confirm: true })
  if (changed.error) throw new Error(`The first admin's password was not set: ${changed.error.message}`)
  return id
}

async function findUser(service: CreateUserOptions['service'], email: string): Promise<User> {
  for (let page = 1; ; page += 1) {
    const { data, error } = await service.auth.admin.listUsers({ page, perPage: 1000 })
    if (error) throw new Error(`The users cannot be listed: ${error.message}`)
    const user = data.users.find((candidate) => candidate.email === email)
    if (user) return user
    if (data.users.length === 0) throw new Error(`${email} exists and cannot be found: set another ADMIN_EMAIL.`)
  }
}

/** What a start says of the admin it makes, once in a shop's life. */
export function firstAdminLine(url: string, { email, generated }: { email: string; generated: string | null }): string {
  return `Sign in at ${url}/admin/login as ${email} with ${generated ?? 'the password in ADMIN_PASSWORD'}`
}

export const PASSWORD_NOT_APPLIED =
  'ADMIN_PASSWORD is not applied, for there is an admin already: "npm run admin -- reset-password" sets a new password.'

/** Whether the password in the settings, if there is one, opens the account of the admin in the settings. */
export async function givenPasswordApplies(
  databaseUrl: string,
  { email, password }: Config['admin'],
): Promise<boolean> {
  if (password === null) return true
  const { rows } = await withSession({ url: databaseUrl, name: 'dahlia first start' }, (client) =>
    client.query<{ stored: string | null }>(
      `select account.encrypted_password as stored
       from auth.users account join public.user_roles on user_id = account.id
       where user_roles.role = 'admin' and email = $1`,
      [email],
    ),
  )
  return passwordMatches(rows[0]?.stored ?? null, password)
}
