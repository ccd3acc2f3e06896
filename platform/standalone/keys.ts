import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { z } from 'zod'
import type { AuthConfig, PlatformConfig } from '../config/schema.ts'
import { deriveApiKeys, deriveBytes } from '../kernel/derive-keys.ts'
import type { PlatformKeys } from '../platform.ts'

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

export interface KeyOptions {
  config: Pick<PlatformConfig, 'auth' | 'storage'>
  /** Paths in config.toml are relative to its own folder. */
  configFile: string | null
  dataDir: string
  required: boolean
}

export interface StandaloneKeys extends PlatformKeys {
  s3: { access_key_id: string; secret_access_key: string }
  /** Sentences about keys that everybody knows. */
  warnings: string[]
}

/**
 * Keys of a platform that stands alone. A project that brings no secret of its own has those of every local stack; one
 * that brings any has none of them: what it does not name comes of its own secret, because a single key that everybody
 * knows is the way around all the others. Tokens are signed with the keys of `signing_keys_path`; with a `jwt_secret`
 * alone by HS256; with neither by a key made once for the data folder.
 */
export async function standaloneKeys({ config, configFile, dataDir, required }: KeyOptions): Promise<StandaloneKeys> {
  const { auth, storage } = config
  const configured = auth.signing_keys_path ? await configuredKeys(auth.signing_keys_path, configFile) : null
  const root = ownSecret(auth) ?? (configured && JSON.stringify(configured))
  const own = root === null ? WELL_KNOWN : { ...deriveApiKeys(root), jwtSecret: deriveJwtSecret(root) }
  const { access_key_id, secret_access_key } = storage.s3_protocol
  const writtenS3 = access_key_id && secret_access_key ? { access_key_id, secret_access_key } : null
  return {
    publishable: auth.publishable_key ?? own.publishable,
    secret: auth.secret_key ?? own.secret,
    jwtSecret: auth.jwt_secret ?? own.jwtSecret,
    signingKeys: configured ?? (auth.jwt_secret ? [] : await madeKeys(dataDir)),
    s3: writtenS3 ?? (root === null ? WELL_KNOWN_S3 : deriveS3Key(root)),
    required,
    warnings: root === null ? [] : wellKnownBesideOwn(config),
  }
}

/** A secret that nobody else has, whatever it is called; writing down what everybody knows makes it no secret. */
function ownSecret({ jwt_secret, secret_key }: AuthConfig): string | null {
  if (jwt_secret && jwt_secret !== WELL_KNOWN.jwtSecret) return jwt_secret
  return secret_key && secret_key !== WELL_KNOWN.secret ? secret_key : null
}

function deriveJwtSecret(root: string): string {
  return deriveBytes(root, 'jwt secret', 48).toString('base64url')
}

/** Of the same form as every local stack's. */
function deriveS3Key(root: string): StandaloneKeys['s3'] {
  return {
    access_key_id: deriveBytes(root, 's3 access key id', 16).toString('hex'),
    secret_access_key: deriveBytes(root, 's3 secret access key', 32).toString('hex'),
  }
}

/** What somebody wrote down is done, and told. */
function wellKnownBesideOwn({ auth, storage }: KeyOptions['config']): string[] {
  const written = {
    'auth.jwt_secret': auth.jwt_secret === WELL_KNOWN.jwtSecret,
    'auth.secret_key': auth.secret_key === WELL_KNOWN.secret,
    'storage.s3_protocol.secret_access_key': storage.s3_protocol.secret_access_key === WELL_KNOWN_S3.secret_access_key,
  }
  return Object.entries(written)
    .filter(([, isWellKnown]) => isWellKnown)
    .map(
      ([name]) =>
        `${name} is that of every local stack, which opens this project to everybody in spite of its own secrets: leave it out`,
    )
}

function configuredKeys(path: string, configFile: string | null): Promise<JWK[]> {
  return readKeys(resolve(configFile ? dirname(configFile) : '.', path)).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`auth.signing_keys_path cannot be used: ${reason}`, { cause: error })
  })
}

async function madeKeys(dataDir: string): Promise<JWK[]> {
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
