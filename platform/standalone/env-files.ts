import { readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { parseEnv } from 'node:util'

/**
 * Variables for `env(NAME)` in a config.toml: the process's own, then those of the files that the CLI reads, in its
 * order: of the folder of config.toml, then of the project around it.
 */
export async function projectVariables(configFile: string, env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  const stage = env.SUPABASE_ENV || 'development'
  const names = [`.env.${stage}.local`, ...(stage === 'test' ? [] : ['.env.local']), `.env.${stage}`, '.env']
  const folder = dirname(resolve(configFile))
  const files = [folder, dirname(folder)].flatMap((at) => names.map((name) => join(at, name)))
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')))
  return Object.assign({}, ...texts.map((text) => parseEnv(text)).reverse(), env)
}
