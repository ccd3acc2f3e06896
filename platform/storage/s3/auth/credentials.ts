import { timingSafeEqual } from 'node:crypto'
import { type Caller, callerWith } from '../../../kernel/caller.ts'
import type { ServiceContext } from '../../../kernel/service.ts'
import { identify } from '../../caller.ts'
import { StorageError } from '../../errors.ts'
import { invalidAccessKey, invalidSessionToken } from '../errors.ts'
import type { Signature } from './signature.ts'

export interface Credentials {
  /** One of these signed the request, or nobody did. */
  secrets: string[]
  /** Who the request speaks for; ask once its signature has been verified. */
  caller(): Promise<Caller>
}

export interface CredentialOptions {
  platform: ServiceContext
  /** The project's publishable key, where its legacy anon key is not handed out any more. */
  publishableKey: string | undefined
}

/**
 * Two kinds, as on Supabase. The project's own S3 key acts as service_role. A session token is a user's JWT: its
 * signature is made with the public anon key and proves nothing but that the request came whole; the token says who.
 */
export function credentialsOf(signature: Signature, { platform, publishableKey }: CredentialOptions): Credentials {
  const { tokens, config } = platform
  const { sessionToken } = signature
  if (sessionToken !== undefined) {
    const secrets = [tokens.forRole('anon'), ...(publishableKey ? [publishableKey] : [])]
    return { secrets, caller: () => callerOfSession(sessionToken, platform) }
  }
  const { access_key_id: id, secret_access_key: secret } = config.storage.s3_protocol
  if (!id || !secret || !sameText(signature.accessKey, id)) throw invalidAccessKey()
  const token = tokens.forRole('service_role')
  return { secrets: [secret], caller: async () => callerWith('service_role', { role: 'service_role' }, token) }
}

async function callerOfSession(token: string, platform: ServiceContext): Promise<Caller> {
  try {
    return await identify(`Bearer ${token}`, platform)
  } catch (error) {
    throw error instanceof StorageError ? invalidSessionToken(error.message) : error
  }
}

function sameText(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
