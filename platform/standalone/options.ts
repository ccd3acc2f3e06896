import { parseArgs } from 'node:util'
import { FAMILIES, type Family, isFamily } from '../gateway/families.ts'

/** What the command line of `npm run platform` says; null or empty where it says nothing. */
export interface StandaloneOptions {
  configFile: string | null
  host: string
  port: number | null
  dataDir: string | null
  databaseUrl: string | null
  /** Fixed port and the password `postgres`, for tools that look into the database. */
  dbPort: number | null
  functionsDir: string | null
  skipExtensions: string[]
  tokenRoles: string[]
  migrationDirs: string[]
  seedFiles: string[]
  requireApiKey: boolean
  servicePorts: Partial<Record<Family, number>>
  publicUrl: string | null
  verbose: boolean
}

export const USAGE = `npm run platform -- [options]
  --config FILE          the Supabase CLI's config.toml; roles.sql, migrations, seeds and functions beside it are used
  --host H               address to listen on (127.0.0.1)
  --port N               port to listen on ([api] port, 54321; 0 for any free one)
  --public-url URL       origin under which clients reach the platform
  --data-dir D           keep database, files and keys here (a folder that is deleted at the end)
  --database-url U       use this PostgreSQL (15 or newer) instead of the embedded one
  --db-port N            port of the embedded database, with the password postgres ([db] port; 0 for any free one)
  --migrations DIR       apply the .sql files of a folder (repeatable; instead of those beside config.toml)
  --seed FILE            then run an .sql file, once (repeatable; instead of those of config.toml)
  --functions DIR        folder of functions, <name>/index.ts (instead of the one beside config.toml)
  --skip-extensions LIST migrations go on without these extensions, such as vector,pg_net (repeatable)
  --token-roles LIST     tokens may also name these database roles, such as manager,clerk (repeatable)
  --require-api-key      refuse requests without a known api key, as hosted projects do
  --service-ports LIST   families at the root of a port of their own, such as rest=3000,auth=9999
  --verbose              log every level`

/** Throws one error that lists every problem of the arguments. */
export function readOptions(args: string[], usage = USAGE): StandaloneOptions {
  const { values } = parsed(args, usage)
  const problems: string[] = []
  const options: StandaloneOptions = {
    configFile: values.config ?? null,
    host: values.host,
    port: readPort('--port', values.port, problems),
    publicUrl: values['public-url']?.replace(/(?<!\/)\/+$/, '') ?? null,
    dataDir: values['data-dir'] ?? null,
    databaseUrl: values['database-url'] ?? null,
    dbPort: readPort('--db-port', values['db-port'], problems),
    migrationDirs: values.migrations ?? [],
    seedFiles: values.seed ?? [],
    functionsDir: values.functions ?? null,
    skipExtensions: namesOf(values['skip-extensions']),
    tokenRoles: namesOf(values['token-roles']),
    requireApiKey: values['require-api-key'],
    servicePorts: readServicePorts(values['service-ports'] ?? [], problems),
    verbose: values.verbose,
  }
  if (options.databaseUrl && options.dbPort !== null) {
    problems.push('--db-port is for the embedded database: leave it out together with --database-url')
  }
  if (problems.length > 0) throw new Error(`${problems.join('\n')}\n\n${usage}`)
  return options
}

const OPTIONS = {
  config: { type: 'string' },
  host: { type: 'string', default: '127.0.0.1' },
  port: { type: 'string' },
  'public-url': { type: 'string' },
  'data-dir': { type: 'string' },
  'database-url': { type: 'string' },
  'db-port': { type: 'string' },
  migrations: { type: 'string', multiple: true },
  seed: { type: 'string', multiple: true },
  functions: { type: 'string' },
  'skip-extensions': { type: 'string', multiple: true },
  'token-roles': { type: 'string', multiple: true },
  'require-api-key': { type: 'boolean', default: false },
  'service-ports': { type: 'string', multiple: true },
  verbose: { type: 'boolean', default: false },
} as const

/** An option that does not exist, or lacks its value, is answered with those that do. */
function parsed(args: string[], usage: string) {
  try {
    return parseArgs({ args, options: OPTIONS })
  } catch (cause) {
    throw new Error(`${cause instanceof Error ? cause.message : String(cause)}\n\n${usage}`, { cause })
  }
}

function namesOf(lists: string[] = []): string[] {
  return lists.flatMap((list) => list.split(',')).map((name) => name.trim())
}

function readPort(name: string, text: string | undefined, problems: string[]): number | null {
  if (text === undefined) return null
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  problems.push(`${name} must be a port number from 0 to 65535, not ${text}`)
  return null
}

function readServicePorts(lists: string[], problems: string[]): Partial<Record<Family, number>> {
  const ports: Partial<Record<Family, number>> = {}
  for (const entry of lists.flatMap((list) => list.split(',')).map((part) => part.trim())) {
    const [family = '', text] = entry.split('=')
    const port = readPort(`--service-ports ${family}`, text ?? '', problems)
    if (!isFamily(family)) problems.push(`--service-ports knows ${FAMILIES.join(', ')}, not ${family}`)
    else if (port !== null) ports[family] = port
  }
  return ports
}
