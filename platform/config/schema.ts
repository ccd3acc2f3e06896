import { z } from 'zod'
import { authSchema } from './auth-schema.ts'
import { byteSize, count, flag, port, secret, section, text, textList } from './values.ts'

/** Tools of the CLI that have no counterpart here: their sections are read past and reported as ignored. */
export const IGNORED_SECTIONS = [
  'db',
  'studio',
  'inbucket',
  'local_smtp',
  'analytics',
  'experimental',
  'remotes',
] as const

const api = section({
  enabled: flag.default(true),
  port: port.default(54_321),
  external_url: text.default(''),
  schemas: textList.nonempty('must name at least one schema').default(['public', 'graphql_public']),
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
  s3_protocol: section({ enabled: flag.default(true) }).prefault({}),
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
  analytics: z.unknown().optional(),
  vector: z.unknown().optional(),
})

const functionSchema = section({
  enabled: flag.default(true),
  verify_jwt: flag.default(true),
  entrypoint: text.default(''),
  import_map: text.default(''),
  static_files: textList.default([]),
})

const IP_VERSIONS = ['IPv4', 'IPv6'] as const
const realtime = section({
  enabled: flag.default(true),
  ip_version: z.enum(IP_VERSIONS, { error: `must be one of ${IP_VERSIONS.join(', ')}` }).default('IPv4'),
  max_header_length: count.default(4096),
})

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
  /** Proxies in front of the process whose X-Forwarded-For is believed. */
  trusted_proxies: count.default(0),
})

export const configSchema = section({
  project_id: text.default('dahlia'),
  api: api.prefault({}),
  auth: authSchema.prefault({}),
  storage: storage.prefault({}),
  functions: z.record(z.string(), functionSchema).default({}),
  realtime: realtime.prefault({}),
  /** Functions run in this process: of the CLI's runtime only its secrets have a meaning here. */
  edge_runtime: z.looseObject({ secrets: z.record(z.string(), text).default({}) }).prefault({}),
  platform: platform.prefault({}),
})

/** Options of the platform, with the keys and meanings of the Supabase CLI's config.toml. */
export type PlatformConfig = z.output<typeof configSchema>
export type AuthConfig = PlatformConfig['auth']
export type StorageConfig = PlatformConfig['storage']
