import { quoteLiteral } from '../postgres/identifier.ts'
import type { Caller } from './caller.ts'

/**
 * SQL as the caller: within one transaction the session takes the caller's role and tells policies about the request.
 * A session of `pools.asRole` may become its one role and nothing else.
 */

/** Milliseconds a statement may run, where `alter role … set statement_timeout` says nothing else; hosted Supabase's. */
export function statementTimeoutMs(role: string): number {
  return role === 'anon' ? 3000 : 8000
}

/** Settings of one transaction by name; `role` and `request.jwt.claims` are the caller's. */
export type LocalSettings = Readonly<Record<string, string>>

/** What every service tells SQL about its caller. */
export function callerSettings({ role, claimsJson }: Caller): LocalSettings {
  return { role, 'request.jwt.claims': claimsJson }
}

/** One statement for the settings, with their values as parameters $1, $2, … in the order of the names. */
export function setLocally(names: readonly string[]): string {
  const calls = names.map((name, at) => `set_config(${quoteLiteral(name)}, $${at + 1}, true)`)
  return `select ${calls.join(', ')}`
}

/** The same with the values in the text, for messages of several statements, which take no parameters. */
export function setLocallyTo(settings: LocalSettings): string {
  const calls = Object.entries(settings).map(
    ([name, value]) => `set_config(${quoteLiteral(name)}, ${quoteLiteral(value)}, true)`,
  )
  return `select ${calls.join(', ')}`
}
