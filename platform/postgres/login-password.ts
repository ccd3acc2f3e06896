import { createHash } from 'node:crypto'

/**
 * A password for the api_* logins that is derived from the owner's. The logins belong to the whole cluster, so every
 * process on it must come to the same one, whichever of its databases it serves.
 */
export function loginPasswordFor(databaseUrl: string): string {
  const { username, password, host } = new URL(databaseUrl)
  return createHash('sha256').update(`api logins of ${username}:${password}@${host}`).digest('base64url')
}
