import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { z } from 'zod'
import type { AuthConfig, PlatformConfig } from '../config/schema.ts'
import type { PlatformKeys } from '../index.ts'

/** Public constants: every local Supabase stack has these keys, and client test suites count on them. */
const WELL_KNOWN = {
  jwtSecret: 'super-secret-jwt-token-with-at-least-32-characters-long',
  publishable: 'sb_publishable_ACJWlzQHlZjBrEguHvfOxg_3BJgxAaH',
  secret: 'sb_secret_N7UND0UgjKTVK-Uodkm0Hg_xSvEMPvz',
}

/** The local stack's S3 key, as well known as the others. */
const WELL_KNOWN_S3 = {
  access_key_id: '625729a08b95bf1b7ff351a663f3a23c',
  secret_access_key: '850181e4652dd023b7a98c58ae0d2d34bd487ee0cc3254aed6eda37307425907',
}

/**
 * config.toml's S3 key, else the local stack's: but never beside keys of one's own, where a key that everybody knows would
 * be the way around them.
 */
export function standaloneS3Key({ auth, storage }: Pick<PlatformConfig, 'auth' | 'storage'>) {
  const { access_key_id, secret_access_key } = storage.s3_protocol
  if (access_key_id && secret_access_key) return { access_key_id, secret_access_key }
  return auth.secret_key || auth.jwt_secret ? null : WELL_KNOWN_S3
}

export interface KeyOptions {
  auth: AuthConfig
  /** Paths in config.toml are relative to its own folder. */
  configFile: string | null
  dataDir: string
  required: boolean
}

/**
 * Keys of a platform that stands alone: config.toml's, else the local stack's. Tokens are signed with the keys of
 * `signing_keys_path`; with a `jwt_secret` alone by HS256; with neither by a key made once for the data folder.
 */
export async function standaloneKeys({ auth, configFile, dataDir, required }: KeyOptions): Promise<PlatformKeys> {
  return {
    publishable: auth.publishable_key ?? WELL_KNOWN.publishable,
    secret: auth.secret_key ?? WELL_KNOWN.secret,
    jwtSecret: auth.jwt_secret ?? WELL_KNOWN.jwtSecret,
    signingKeys: await signingKeys({ auth, configFile, dataDir }),
    required,
  }
}

async function signingKeys({ auth, configFile, dataDir }: Omit<KeyOptions, 'required'>): Promise<JWK[]> {
  if (auth.signing_keys_path) {
    const path = resolve(configFile ? dirname(configFile) : '.', auth.signing_keys_path)
    return readKeys(path).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error)
      throw new Error(`auth.signing_keys_path cannot be used: ${reason}`, { cause: error })
    })
  }
  if (auth.jwt_secret) return []
  const file = join(dataDir, 'signing-keys.json')
  const kept = await readKeys(file).catch(() => null)
  if (kept) return kept
  const pair = await generateKeyPair('ES256', { extractable: true })
  const made = [{ ...(await exportJWK(pair.privateKey)), alg: 'ES256', kid: crypto.randomUUID(), use: 'sig' }]
  await writeFile(file, JSON.stringify(made, null, 2), { mode: 0o600 })
  return made
}

const privateKey = z.union([
  z.looseObject({ kty: z.enum(['EC', 'RSA', 'OKP']), d: z.string() }),
  z.looseObject({ kty: z.literal('oct'), k: z.string() }),
])

async function readKeys(file: string): Promise<JWK[]> {
  const found: unknown = JSON.parse(await readFile(file, 'utf8'))
  const result = z.array(privateKey).nonempty().safeParse(found)
  if (!result.success) {
    throw new Error(`${file} must hold a JSON list of private keys as JWKs (kty EC, RSA, OKP or oct), newest first.`)
  }
  return result.data
}
