import { parse as parseToml, TomlError } from 'smol-toml'
import type { z } from 'zod'
import { isOff, isTable, resolveEnvironment } from './environment.ts'
import { configSchema, IGNORED, type PlatformConfig } from './schema.ts'
import { unservedSettings } from './unserved.ts'

export interface ParsedConfig {
  config: PlatformConfig
  /** Sections of the CLI that were present and have no effect here. */
  ignored: string[]
  /** Sentences for whoever starts the platform: unset variables, settings without effect. */
  warnings: string[]
}

/** Every problem of a config.toml at once, one per line. */
export class ConfigError extends Error {
  readonly problems: string[]

  constructor(problems: string[]) {
    super(
      `config.toml has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n- ${problems.join('\n- ')}`,
    )
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/** Reads the text of a config.toml. Throws ConfigError. */
export function parseConfig(tomlText: string, env: Record<string, string | undefined> = {}): ParsedConfig {
  const table = readToml(tomlText)
  const { served, ignored } = withoutIgnored(table)
  const { value, missing } = resolveEnvironment(served, env)
  const result = configSchema.safeParse(value)
  if (!result.success) throw new ConfigError(result.error.issues.flatMap((issue) => describe(issue, missing)))
  const unset = missing
    .filter(({ path }) => !isPartOff(result.data, path.split('.')))
    .map(({ path, variable }) => `${path}: the environment variable ${variable} is not set`)
  return { config: result.data, ignored, warnings: [...unset, ...unservedSettings(result.data)] }
}

/** Whether a table on the way to a key is switched off, be it by its default. */
function isPartOff(value: unknown, [key, ...rest]: string[]): boolean {
  if (!isTable(value) || key === undefined) return false
  return value.enabled === false || isPartOff(value[key], rest)
}

/** The options that hold when there is no config.toml. */
export function defaultConfig(): PlatformConfig {
  return configSchema.parse({})
}

function readToml(tomlText: string): Record<string, unknown> {
  try {
    return parseToml(tomlText)
  } catch (error) {
    if (error instanceof TomlError) throw new ConfigError([`line ${error.line}: ${error.message.split('\n')[0]}`])
    throw error
  }
}

/** Takes out what has no effect here, so that neither its keys nor its variables are judged. */
function withoutIgnored(table: Record<string, unknown>) {
  const ignored: string[] = []
  const served = structuredClone(table)
  for (const [section, key] of IGNORED) {
    const inner = key === null ? served : served[section]
    const name = key ?? section
    if (!isTable(inner) || !(name in inner)) continue
    const part = inner[name]
    delete inner[name]
    // What is switched off, alone or in all its parts, has no effect anywhere.
    if (!isOff(part) && !(isTable(part) && Object.values(part).length > 0 && Object.values(part).every(isOff)))
      ignored.push(key === null ? section : `${section}.${key}`)
  }
  return { served, ignored }
}

function describe(issue: z.core.$ZodIssue, missing: { path: string; variable: string }[]): string[] {
  const path = issue.path.map(String).join('.')
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `${path ? `${path}.` : ''}${key} is not a known key; ${issue.message}`)
  }
  const unset = missing.find((entry) => entry.path === path)
  if (unset) return [`${path}: the environment variable ${unset.variable} is not set`]
  return [`${path || 'config.toml'}: ${issue.message}`]
}
