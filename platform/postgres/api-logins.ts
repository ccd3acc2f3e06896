import type pg from 'pg'
import { quoteIdentifier, quoteLiteral } from './identifier.ts'

/**
 * Sets a login's password. Roles are shared by the whole cluster, so the password is the cluster's too. What the login
 * is refused is told to the caller and stays out of the server's log, which any visitor could fill; only a superuser
 * may say so.
 */
export async function prepareLogin(client: pg.ClientBase, login: string, password: string): Promise<void> {
  const { rows } = await client.query<{ superuser: boolean }>(
    'select rolsuper as superuser from pg_catalog.pg_roles where rolname = current_user',
  )
  const name = quoteIdentifier(login)
  await aloneOnRoles(() => client.query(`alter role ${name} login password ${quoteLiteral(password)}`))
  if (rows[0]?.superuser) await aloneOnRoles(() => client.query(`alter role ${name} set log_min_messages = 'fatal'`))
}

/** Two processes that boot at once on one cluster may touch one role at the same moment; the later one tries again. */
const ROLE_ATTEMPTS = 20

export async function aloneOnRoles(change: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await change()
      return
    } catch (error) {
      if (!isRace(error) || attempt === ROLE_ATTEMPTS) throw error
    }
  }
}

/** A change of a role violates no key but a catalogue's, in which the other process has just written the same row. */
const isRace = (error: unknown): boolean =>
  error instanceof Error &&
  (error.message.includes('tuple concurrently updated') || ('code' in error && error.code === '23505'))
