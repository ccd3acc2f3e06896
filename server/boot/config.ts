import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { z } from 'zod'
import { misspeltSettings } from './misspelt-settings.ts'
import { credentialsIn, NETWORK_SETTINGS } from './network-settings.ts'

export type Config = Readonly<z.output<typeof settings>>
export type Environment = Record<string, string | undefined>

/** A public name: no address, port, path or user. */
const HOST_NAME = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/

/** The settings of the process, each optional; .env.example and README.md describe the same list. */
const settings = z
  .object({
    HOST: z.string().default('127.0.0.1'),
    PORT: wholeNumber({ min: 1, max: 65_535 }).default(3000),
    // A shell replaces the ~; in .env nobody does.
    DATA_DIR: z
      .string()
      .regex(/^(?!~[^/])/, 'must be a folder: write ~user/… in full')
      .transform((path) => path.replace(/^~(?=\/|$)/, homedir()))
      .default('data'),
    DATABASE_URL: url({ protocols: ['postgres:', 'postgresql:'], example: 'postgres://user:password@host:5432/name' }),
    SITE_URL: url({ protocols: ['http:', 'https:'], example: 'https://shop.example' }),
    ADMIN_EMAIL: z
      .email('must be an e-mail address, such as owner@shop.example')
      .max(254)
      .default('admin@dahlia.example'),
    ADMIN_PASSWORD: z
      .string()
      .min(10, 'must have at least 10 characters')
      .max(72, 'must have at most 72 characters')
      .regex(/[a-z].*\d|\d.*[a-z]/i, 'must have letters and digits')
      .optional(),
    ...NETWORK_SETTINGS,
    SUPABASE_URL: url({ protocols: ['http:', 'https:'], example: 'https://abc.supabase.co' }),
    SUPABASE_PUBLISHABLE_KEY: z.string().min(16, 'must have at least 16 characters').optional(),
    SUPABASE_SECRET_KEY: z.string().min(24, 'must have at least 24 characters').optional(),
    SUPABASE_JWT_SECRET: z.string().min(32, 'must have at least 32 characters (HS256 needs 256 bits)').optional(),
    SMTP_HOST: z.string().optional(),
    SMTP_PORT: wholeNumber({ min: 1, max: 65_535 }).default(587),
    SMTP_USER: z.string().optional(),
    SMTP_PASSWORD: z.string().optional(),
    SMTP_FROM: z.email('must be an e-mail address, such as hello@shop.example').optional(),
    CONTACT_EMAIL: z.email('must be an e-mail address, such as hello@shop.example').max(254).optional(),
    PRICE_TRACKING: z.enum(['on', 'off'], 'must be on or off').default('on'),
    NEWSLETTER_SCHEDULE: z
      .string()
      .trim()
      .toLowerCase()
      .regex(
        /^(off|(sun|mon|tues|wednes|thurs|fri|satur)day ([01]\d|2[0-3]):00)$/,
        'must be off, or a weekday and a full hour in UTC, such as thursday 15:00',
      )
      .default('thursday 15:00'),
    NEWSLETTER_PER_MINUTE: wholeNumber({ min: 1, max: 10_000 }).default(60),
    POSTAL_ADDRESS: z.string().trim().max(300, 'must have at most 300 characters').optional(),
    S3_BUCKET: z.string().optional(),
    S3_ENDPOINT: url({ protocols: ['http:', 'https:'], example: 'https://s3.eu-central-1.amazonaws.com' }),
    S3_REGION: z.string().default('us-east-1'),
    S3_ACCESS_KEY_ID: z.string().optional(),
    S3_SECRET_ACCESS_KEY: z.string().optional(),
    S3_PROTOCOL_ACCESS_KEY_ID: z
      .string()
      .trim()
      .regex(/^[\w-]{16,128}$/, 'must have 16 to 128 letters, digits, - or _')
      .optional(),
    S3_PROTOCOL_ACCESS_KEY_SECRET: z.string().trim().min(32, 'must have at least 32 characters').max(256).optional(),
    SHOPIFY_STORE_DOMAIN: z
      .string()
      .trim()
      .toLowerCase()
      .regex(HOST_NAME, 'must be the store’s host name, such as your-shop.myshopify.com')
      .optional(),
    SHOPIFY_STOREFRONT_TOKEN: z
      .string()
      .trim()
      .regex(/^[\x21-\x7e]{8,200}$/, 'must be the public Storefront access token, without spaces')
      // Shopify's private tokens begin so; this one is handed to browsers.
      .refine((token) => !/^shp(at|ss|ca|pa)_/.test(token), 'must be the public access token, never a private one')
      .optional(),
    SHOPIFY_API_VERSION: z
      .string()
      .trim()
      .regex(/^(\d{4}-(01|04|07|10)|unstable)$/, 'must be a version such as 2026-04')
      .default('2026-04'),
    IMAGE_CACHE_MB: wholeNumber({ min: 16, max: 1_000_000 }).default(512),
    IMPORT_FILES_GB: wholeNumber({ min: 1, max: 1_000_000 }).default(20),
    LOG_LEVEL: z
      .enum(['silent', 'error', 'warn', 'info', 'debug'], 'must be one of silent, error, warn, info, debug')
      .default('warn'),
    KEEP_AUDIT_DAYS: wholeNumber({ min: 0, max: 36_500 }).default(90),
    KEEP_SESSIONS_DAYS: wholeNumber({ min: 0, max: 36_500 }).default(180),
    KEEP_UNCONFIRMED_DAYS: wholeNumber({ min: 0, max: 36_500 }).default(30),
    // Price drops and their proof look back two months.
    KEEP_PRICES_DAYS: wholeNumber({ min: 62, max: 36_500 }).default(180),
    KEEP_DELISTED_DAYS: wholeNumber({ min: 0, max: 36_500 }).default(90),
    KEEP_FIGURES_DAYS: wholeNumber({ min: 0, max: 36_500 }).default(1100),
    TOKEN_ROLES: z.string().optional(),
    TRUST_PROXY: wholeNumber({ min: 0, max: 10 }).default(0),
  })
  .transform((env) => ({
    host: env.HOST,
    port: env.PORT,
    dataDir: resolve(env.DATA_DIR),
    /** null: the embedded PostgreSQL in dataDir. */
    databaseUrl: env.DATABASE_URL ?? null,
    /** Origin visitors see, without a trailing slash. */
    siteUrl: new URL(env.SITE_URL ?? localUrl(env.HOST, env.PORT)).origin,
    admin: { email: env.ADMIN_EMAIL.toLowerCase(), password: env.ADMIN_PASSWORD ?? null },
    keys: {
      publishable: env.SUPABASE_PUBLISHABLE_KEY ?? null,
      secret: env.SUPABASE_SECRET_KEY ?? null,
      jwtSecret: env.SUPABASE_JWT_SECRET ?? null,
    },
    /** Origin of a hosted project that auth, rest, storage and realtime calls are forwarded to. */
    hostedUrl: env.SUPABASE_URL === undefined ? null : new URL(env.SUPABASE_URL).origin,
    smtp:
      env.SMTP_HOST === undefined
        ? null
        : {
            host: env.SMTP_HOST,
            port: env.SMTP_PORT,
            user: env.SMTP_USER,
            password: env.SMTP_PASSWORD,
            from: env.SMTP_FROM,
          },
    /** Gets what visitors write on the contact page. */
    contactEmail: env.CONTACT_EMAIL ?? env.ADMIN_EMAIL.toLowerCase(),
    /** Whether past prices, price drops and alerts are shown and sent. */
    priceTracking: env.PRICE_TRACKING === 'on',
    newsletter: {
      /** `off`, or the weekday and hour (UTC) of its weekly email. */
      schedule: env.NEWSLETTER_SCHEDULE,
      perMinute: env.NEWSLETTER_PER_MINUTE,
      /** Who sends it, for its foot. */
      postalAddress: env.POSTAL_ADDRESS ?? null,
    },
    s3:
      env.S3_BUCKET === undefined
        ? null
        : {
            bucket: env.S3_BUCKET,
            endpoint: env.S3_ENDPOINT,
            region: env.S3_REGION,
            accessKeyId: env.S3_ACCESS_KEY_ID,
            secretAccessKey: env.S3_SECRET_ACCESS_KEY,
          },
    /** The key of S3 clients that act as service_role; null: only users' session tokens are taken. */
    s3Protocol:
      env.S3_PROTOCOL_ACCESS_KEY_ID === undefined
        ? null
        : { accessKeyId: env.S3_PROTOCOL_ACCESS_KEY_ID, secretAccessKey: env.S3_PROTOCOL_ACCESS_KEY_SECRET },
    /** Database roles that tokens may name beyond Supabase's own. */
    tokenRoles: (env.TOKEN_ROLES ?? '')
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
    /** Each may be missing: the shop's grid then says which. */
    shopify: {
      domain: env.SHOPIFY_STORE_DOMAIN ?? null,
      publicToken: env.SHOPIFY_STOREFRONT_TOKEN ?? null,
      apiVersion: env.SHOPIFY_API_VERSION,
    },
    /** What smaller copies of shops' images may take on the disk. */
    imageCacheBytes: env.IMAGE_CACHE_MB * 1024 * 1024,
    importFilesBytes: env.IMPORT_FILES_GB * 1e9,
    /** Days until something is deleted; 0 keeps it for ever. */
    retention: {
      auditDays: env.KEEP_AUDIT_DAYS,
      sessionDays: env.KEEP_SESSIONS_DAYS,
      unconfirmedDays: env.KEEP_UNCONFIRMED_DAYS,
      priceDays: env.KEEP_PRICES_DAYS,
      delistedDays: env.KEEP_DELISTED_DAYS,
      figureDays: env.KEEP_FIGURES_DAYS,
    },
    /** Keys of affiliate networks, by their names here; those that are not given may be stored by an admin. */
    networkCredentials: credentialsIn(env),
    logLevel: env.LOG_LEVEL,
    /** Reverse proxies in front whose X-Forwarded-* entries are believed; 0 believes none. */
    trustedProxyHops: env.TRUST_PROXY,
  }))

/** A setting that is useless without others. */
const TOGETHER: [setting: string, needs: string[]][] = [
  ['SMTP_HOST', ['SMTP_FROM']],
  ['S3_BUCKET', ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']],
  ['S3_PROTOCOL_ACCESS_KEY_ID', ['S3_PROTOCOL_ACCESS_KEY_SECRET']],
  ['S3_PROTOCOL_ACCESS_KEY_SECRET', ['S3_PROTOCOL_ACCESS_KEY_ID']],
  // Page freshness, jobs and functions talk to the project's Postgres directly, and its keys cannot be invented here.
  ['SUPABASE_URL', ['DATABASE_URL', 'SUPABASE_PUBLISHABLE_KEY', 'SUPABASE_SECRET_KEY']],
]

/** Thrown by readConfig with every problem at once; its message is meant for the operator as it is. */
export class ConfigError extends Error {}

/** Parses the settings; throws one ConfigError that lists all problems with what to do. An empty value counts as not given. */
export function readConfig(env: Environment): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const result = settings.safeParse(given)
  const missing = missingCompanions(given)
  if (result.success && missing.length === 0) return deepFreeze(result.data)
  const wrong = result.error?.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`) ?? []
  const lines = [...wrong, ...missing].map((problem) => `  ${problem}`)
  throw new ConfigError(
    `Dahlia cannot start, because of its settings:\n${lines.join('\n')}\nCorrect them in the environment or in .env (see .env.example).`,
  )
}

function missingCompanions(given: Environment): string[] {
  return TOGETHER.filter(([setting]) => given[setting] !== undefined).flatMap(([setting, needs]) =>
    needs.filter((name) => given[name] === undefined).map((name) => `${name} is needed because ${setting} is set`),
  )
}

/** Sentences for names in the environment that are near to a setting and none. */
export function misspelt(env: Environment): string[] {
  return misspeltSettings(Object.keys(env), Object.keys(settings.in.shape))
}

/** The process's environment over the values of `.env` in the folder: the only place that reads process.env. */
export function readEnvironment(folder: string): Environment {
  return { ...readDotEnv(join(folder, '.env')), ...process.env }
}

function readDotEnv(path: string): Environment {
  try {
    // Windows' editors put a mark in front, which would become part of the first name.
    return parseEnv(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw new ConfigError(`${path} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}

function wholeNumber({ min, max }: { min: number; max: number }) {
  const message = `must be a whole number from ${min} to ${max}`
  return z
    .string()
    .trim()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .pipe(z.number().min(min, message).max(max, message))
}

function url({ protocols, example }: { protocols: string[]; example: string }) {
  const message = `must be an address such as ${example}`
  return z
    .string()
    .trim()
    .refine((text) => protocols.includes(URL.parse(text)?.protocol ?? ''), message)
    .optional()
}

function localUrl(host: string, port: number): string {
  // A wildcard address is listened on, never visited.
  const visited = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${visited.includes(':') ? `[${visited}]` : visited}:${port}`
}

function deepFreeze<T extends object>(value: T): T {
  for (const inner of Object.values(value)) if (inner && typeof inner === 'object') deepFreeze(inner)
  return Object.freeze(value)
}
