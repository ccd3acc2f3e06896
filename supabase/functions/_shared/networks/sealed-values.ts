import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { networkErrors } from '../errors.ts'
import type { Values } from './credentials.ts'

/** AES-256-GCM (NIST SP 800-38D): nonce, tag, text. The name is sealed along, so that no value can stand for another. */
const NONCE_BYTES = 12
const TAG_BYTES = 16

const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, 'dahlia', 'credentials of networks', 32))

export function seal(secret: string, { name, value }: { name: string; value: string }): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), nonce).setAAD(Buffer.from(name))
  const text = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text])
}

/** Null for what was sealed with another secret, or for another name. */
export function unseal(secret: string, { name, sealed }: { name: string; sealed: Buffer }): string | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), sealed.subarray(0, NONCE_BYTES))
    decipher.setAAD(Buffer.from(name)).setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    return decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return null
  }
}

/** What a pool is asked for here. */
interface StoredValues {
  query(text: string, values: unknown[]): Promise<{ rows: { name: string; sealed: Buffer }[] }>
}

export interface ValuesOptions {
  environment: Values
  /** The shop's secret key. */
  secret: string
  names: readonly string[]
}

/** The environment's values over those that an admin stored. One that can no longer be opened is an error. */
export async function credentialValues(
  sql: StoredValues,
  { environment, secret, names }: ValuesOptions,
): Promise<Values> {
  const given = names.filter((name) => (environment[name]?.trim() ?? '') !== '')
  const values: Record<string, string | undefined> = Object.fromEntries(given.map((name) => [name, environment[name]]))
  const { rows } = await sql.query('select name, sealed from private.feed_credentials where name = any ($1::text[])', [
    names.filter((name) => !given.includes(name)),
  ])
  for (const { name, sealed } of rows) {
    const value = unseal(secret, { name, sealed })
    if (value === null) throw networkErrors.credentialSealed(name)
    values[name] = value
  }
  return values
}
