import { glob, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { PlatformConfig } from '../config/schema.ts'
import type { StandaloneOptions } from './options.ts'

/** What fills and serves the platform: from the command line, else from beside config.toml, as the CLI lays it out. */
export interface Project {
  /** Run once before the migrations: roles that they name. */
  rolesFile: string | null
  migrationDirs: string[]
  seedFiles: string[]
  functionsDir: string | null
  /** Null: the embedded database on any free port, with a password of its own. */
  dbPort: number | null
  warnings: string[]
}

/** The CLI's database port where its configuration names none. */
const CLI_DB_PORT = 54_322

export async function findProject(options: StandaloneOptions, { db }: PlatformConfig): Promise<Project> {
  const { configFile } = options
  for (const dir of options.migrationDirs) await mustBeThere('--migrations', dir)
  for (const file of options.seedFiles) await mustBeThere('--seed', file)
  if (options.functionsDir) await mustBeThere('--functions', options.functionsDir)
  const given = {
    migrationDirs: options.migrationDirs,
    seedFiles: options.seedFiles,
    functionsDir: options.functionsDir,
  }
  if (!configFile) return { rolesFile: null, ...given, dbPort: options.dbPort, warnings: [] }
  const folder = dirname(resolve(configFile))
  const warnings: string[] = []
  const besides = async (name: string) => ((await isThere(join(folder, name))) ? join(folder, name) : null)
  const migrations = db.migrations.enabled ? await besides('migrations') : null
  const seeds =
    db.seed.enabled && given.seedFiles.length === 0 ? await findSeeds(folder, db.seed.sql_paths, warnings) : []
  return {
    rolesFile: await besides('roles.sql'),
    migrationDirs: given.migrationDirs.length > 0 ? given.migrationDirs : migrations ? [migrations] : [],
    seedFiles: [...seeds, ...given.seedFiles],
    functionsDir: given.functionsDir ?? (await besides('functions')),
    // Whoever chooses the port runs several: then only a database port that is written down is fixed.
    dbPort: options.dbPort ?? db.port ?? (options.port === null ? CLI_DB_PORT : null),
    warnings,
  }
}

/** Files of each pattern in the order of their names; the patterns in their own order. */
async function findSeeds(folder: string, patterns: string[], warnings: string[]): Promise<string[]> {
  const found = new Set<string>()
  for (const pattern of patterns) {
    const names: string[] = []
    for await (const name of glob(pattern, { cwd: folder })) names.push(resolve(folder, name))
    // The file that the CLI's template names is made by nobody: its absence means that there is nothing to load.
    if (names.length === 0 && resolve(folder, pattern) !== join(folder, 'seed.sql'))
      warnings.push(`db.seed.sql_paths: no file matches ${pattern}`)
    for (const name of names.sort()) found.add(name)
  }
  return [...found]
}

async function mustBeThere(option: string, path: string): Promise<void> {
  if (!(await isThere(path))) throw new Error(`${option} ${path}: there is nothing of this name.`)
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
