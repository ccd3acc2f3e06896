import { z } from 'zod'
import { authSchema } from './auth-schema.ts'
import { byteSize, count, duration, flag, port, secret, section, text, textList } from './values.ts'

/** Sections, and keys of served sections, that only the CLI's containers or hosted projects have: read past and told. */
export const IGNORED: readonly (readonly [section: string, key: string | null])[] = [
  ...['studio', 'analytics', 'experimental', 'remotes'].map((name) => [name, null] as const),
  ...[
    'shadow_port',
    'health_timeout',
    'major_version',
    'root_key',
    'password',
    'pooler',
    'settings',
    'vault',
    'network_restrictions',
    'ssl_enforcement',
  ].map((key) => ['db', key] as const),
  ...['local_smtp', 'inbucket'].flatMap((name) =>
    ['smtp_port', 'pop3_port', 'admin_email', 'sender_name'].map((key) => [name, key] as const),
  ),
  ['edge_runtime', 'policy'],
  ['edge_runtime', 'inspector_port'],
  ['edge_runtime', 'deno_version'],
  ['auth', 'third_party'],
  ['storage', 'analytics'],
  ['storage', 'vector'],
]

const api = section({
  enabled: flag.default(true),
  port: port.default(54_321),
  external_url: text.default(''),
  /** An empty list is PostgREST's own default. */
  schemas: textList.default(['public', 'graphql_public']).transform((names) => (names.length > 0 ? names : ['public'])),
  extra_search_path: textList.default(['public', 'extensions']),
  max_rows: count.default(1000),
  /** Grant everything new in public to the API roles, as projects did before 2026. */
  auto_expose_new_tables: flag.optional(),
  tls: section({
    enabled: flag.default(false),
    cert_path: text.default(''),
    key_path: text.default(''),
  }).prefault({}),
})

/** Where the database listens and what fills it; the CLI's other keys of this section are about its containers. */
const db = section({
  port: port.optional(),
  migrations: section({ enabled: flag.default(true), schema_paths: textList.default([]) }).prefault({}),
  /** Relative to the folder of config.toml; `*` and `?` stand for parts of file names. */
  seed: section({ enabled: flag.default(true), sql_paths: textList.default(['./seed.sql']) }).prefault({}),
})

/** The page of mails that nobody sent. */
const mailPage = section({ enabled: flag.default(true), port: port.default(54_324) })

const bucket = section({
  public: flag.default(false),
  file_size_limit: byteSize.optional(),
  allowed_mime_types: textList.default([]),
  objects_path: text.default(''),
})

const storage = section({
  enabled: flag.default(true),
  /** Bytes. */
  file_size_limit: byteSize.prefault('50MiB'),
  image_transformation: section({ enabled: flag.default(false) }).prefault({}),
  s3_protocol: section({
    enabled: flag.default(true),
    /** Ours: the project's own S3 key, which acts as service_role. Without one only users' session tokens are taken. */
    access_key_id: secret.optional(),
    secret_access_key: secret.optional(),
    /** Ours: what GetBucketLocation tells; requests may be signed for any region. */
    region: text.default('local'),
  }).prefault({}),
  buckets: z.record(z.string(), bucket).default({}),
  /** Ours: keep the files on an S3-compatible store instead of the local disk. */
  s3: section({
    endpoint: text.optional(),
    region: text.default('us-east-1'),
    bucket: text,
    access_key_id: secret,
    secret_access_key: secret,
    force_path_style: flag.default(true),
  }).optional(),
})

const functionSchema = section({
  enabled: flag.default(true),
  verify_jwt: flag.default(true),
  entrypoint: text.default(''),
  import_map: text.default(''),
  static_files: textList.default([]),
  env: z.record(z.string(), text).default({}),
})

const IP_VERSIONS = ['IPv4', 'IPv6'] as const
const realtime = section({
  enabled: flag.default(true),
  ip_version: z.enum(IP_VERSIONS, { error: `must be one of ${IP_VERSIONS.join(', ')}` }).default('IPv4'),
  max_header_length: count.default(4096),
})

/** Each of these roles has connections of its own: ten times four fit beside the rest into PostgreSQL's hundred. */
const MAX_TOKEN_ROLES = 10
/** PostgreSQL's names have 63 bytes, and the platform's login for a role is named `api_as_` and the role. */
const MAX_ROLE_BYTES = 56
const tokenRoles = textList
  .max(MAX_TOKEN_ROLES, `must name at most ${MAX_TOKEN_ROLES} roles`)
  .refine((names) => names.every((name) => name !== '' && Buffer.byteLength(name) <= MAX_ROLE_BYTES), {
    error: `must be names of roles, each of at most ${MAX_ROLE_BYTES} bytes`,
  })
  // Those of every project are allowed anyway.
  .transform((names) => [...new Set(names)].filter((name) => !['anon', 'authenticated', 'service_role'].includes(name)))

/** The same rule for a list that does not come from config.toml. Throws one sentence. */
export function readTokenRoles(names: string[]): string[] {
  const result = tokenRoles.safeParse(names)
  if (result.success) return result.data
  throw new Error(`token_roles ${result.error.issues.map(({ message }) => message).join(' and ')}`)
}

const WEBHOOKS = ['public', 'any', 'off'] as const

/** `[platform]`: ours alone. The CLI's gateway has no such settings. */
const platform = section({
  /** Answer 401 without a known api key, as hosted projects do. */
  require_api_key: flag.default(false),
  /** Serve a family also at the root of a port of its own, without path prefix or gateway: bare GoTrue, bare PostgREST. */
  service_ports: section({
    auth: port.optional(),
    rest: port.optional(),
    storage: port.optional(),
    functions: port.optional(),
    realtime: port.optional(),
  }).prefault({}),
  /** Buckets whose JPEG, PNG, WebP and AVIF files are written anew when they are uploaded: pixels only, no metadata. */
  reencoded_buckets: textList.default([]),
  /**
   * Lets the identity providers that an admin adds at run time (OpenID Connect, OAuth, SAML metadata) be machines of an
   * inner network. Those of `[auth.external.*]` are the operator's own choice and may be anywhere.
   */
  private_identity_providers: flag.default(false),
  /** Bytes of a request body that comes without a user: rest, functions and realtime. Files have their buckets' limits. */
  anonymous_body_limit: byteSize.prefault('1MiB'),
  /** Bytes of a call of a database function (`/rest/v1/rpc/…`) that comes without a user: a search takes a line of text. */
  anonymous_call_limit: byteSize.prefault('64KiB'),
  /** Extensions that migrations ask for and that are gone on without; each is told at the start. */
  skip_extensions: textList.default([]),
  /** Roles beyond anon, authenticated and service_role that a token may name. */
  token_roles: tokenRoles.default([]),
  /**
   * Where database webhooks go, beside the project's own functions: `public` machines (through safeFetch), `any` machine, or
   * `off`: nothing is sent. The default is public; `any` for a project of the CLI, which a developer runs for himself.
   */
  webhooks: z.enum(WEBHOOKS, { error: `must be one of ${WEBHOOKS.join(', ')}` }).optional(),
  /** Days until something of an account is deleted; 0 keeps it for ever. */
  retention: section({
    audit_days: count.default(90),
    /** Sessions that nobody refreshed, and the refresh token with them: the user signs in again. */
    idle_session_days: count.default(180),
    /** Accounts whose address was never confirmed and that never signed in. */
    unconfirmed_account_days: count.default(30),
  }).prefault({}),
  /** What one websocket client may cost: figures as limits.ts of realtime explains them. Sizes are bytes or such as "2MiB". */
  realtime: section({
    max_connections: count.default(10_000),
    max_connections_per_address: count.default(2000),
    max_channels_per_connection: count.default(100),
    max_joins_per_second: count.default(100),
    max_messages_per_second: count.default(1000),
    max_payload_size: byteSize.prefault(3_000_000),
    max_presence_size: byteSize.prefault('1MiB'),
    /** Sends an error for each change of a table that the listener's role may not read: it then hears that something happened. */
    tell_unreadable_changes: flag.default(true),
    fan_out_per_second: byteSize.prefault(50_000_000),
    fan_out_per_second_altogether: byteSize.prefault(150_000_000),
  }).prefault({}),
  /** Proxies in front of the process whose X-Forwarded-For is believed. */
  trusted_proxies: count.default(0),
  /**
   * Count sign-ups, sign-ins and the like per address. Like GoTrue, which counts behind a configured header alone, the
   * default is to do so behind trusted proxies only: without one, all visitors may come from one address.
   */
  limit_addresses: flag.optional(),
  /**
   * Seconds after proof of who it is within which a user may change how the account is entered: password, addresses,
   * second factors, passkeys, identities. 0 asks for no recent proof, as GoTrue.
   */
  recent_proof: duration.prefault('0'),
})

export const configSchema = section({
  project_id: text.default('five-families'),
  api: api.prefault({}),
  db: db.prefault({}),
  auth: authSchema.prefault({}),
  storage: storage.prefault({}),
  functions: z.record(z.string(), functionSchema).default({}),
  realtime: realtime.prefault({}),
  /** Functions run in this process: of the CLI's runtime only its secrets have a meaning here. */
  edge_runtime: section({
    enabled: flag.default(true),
    secrets: z.record(z.string(), text).default({}),
  }).prefault({}),
  local_smtp: mailPage.optional(),
  /** The older name of local_smtp. */
  inbucket: mailPage.optional(),
  platform: platform.prefault({}),
})

/** Options of the platform, with the keys and meanings of the Supabase CLI's config.toml. */
export type PlatformConfig = z.output<typeof configSchema>
export type AuthConfig = PlatformConfig['auth']
export type StorageConfig = PlatformConfig['storage']
