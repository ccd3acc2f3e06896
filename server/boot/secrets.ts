import { createECDH, randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { JWK } from 'jose'
import { z } from 'zod'
import { deriveApiKeys, deriveBytes } from '#platform'
import type { Config } from './config.ts'
import { StartError } from './errors.ts'

const stored = z.object({
  publishableKey: z.string(),
  secretKey: z.string(),
  jwtSecret: z.string(),
  signingKey: z.object({ kty: z.literal('EC'), crv: z.literal('P-256'), x: z.string(), y: z.string(), d: z.string() }),
})

export type Secrets = Readonly<z.output<typeof stored>>

/**
 * The process's keys: what the settings give, and the rest generated once and kept in DATA_DIR/secrets.json (0600).
 *
 * Everything is derived from the JWT secret, so that several machines that are given the same
 * SUPABASE_JWT_SECRET agree on every key without sharing a disk.
 */
export async function readSecrets({ dataDir, keys }: Pick<Config, 'dataDir' | 'keys'>): Promise<Secrets> {
  const path = join(dataDir, 'secrets.json')
  const kept = await readKept(path)
  const jwtSecret = keys.jwtSecret ?? kept?.jwtSecret ?? randomBytes(48).toString('base64url')
  const own = kept?.jwtSecret === jwtSecret ? kept : derive(jwtSecret)
  const secrets = {
    ...own,
    publishableKey: keys.publishable ?? own.publishableKey,
    secretKey: keys.secret ?? own.secretKey,
  }
  // A read-only data folder is fine once the file is there and says the same.
  if (JSON.stringify(kept) !== JSON.stringify(secrets)) await keep(path, secrets)
  return Object.freeze(secrets)
}

async function readKept(path: string): Promise<Secrets | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new StartError(`${path} cannot be read (${error.code}): give the account that starts Dahlia access to it.`)
  })
  if (text === null) return null
  const parsed = stored.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  throw new StartError(
    `${path} is damaged. Restore it from a backup; deleting it makes new keys and signs everybody out.`,
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Written beside and renamed, so that a crash never leaves half a file. */
async function keep(path: string, secrets: Secrets) {
  const beside = `${path}.${process.pid}`
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeFile(beside, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
  await rename(beside, path)
}

function derive(jwtSecret: string): Secrets {
  const { publishable, secret } = deriveApiKeys(jwtSecret)
  return {
    publishableKey: publishable,
    secretKey: secret,
    jwtSecret,
    signingKey: signingKey((attempt) => deriveBytes(jwtSecret, `signing key ${attempt}`, 32)),
  }
}

/** 32 bytes are a P-256 private key unless they are 0 or beyond the group order (1 in 2^32): then the next are taken. */
function signingKey(seed: (attempt: number) => Buffer): z.output<typeof stored>['signingKey'] & JWK {
  for (let attempt = 0; ; attempt += 1) {
    const d = seed(attempt)
    const curve = createECDH('prime256v1')
    try {
      curve.setPrivateKey(d)
    } catch {
      continue
    }
    const point = curve.getPublicKey()
    return {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
      d: d.toString('base64url'),
    }
  }
}
