import { readOptions, type StandaloneOptions } from '#platform'

export const USAGE = `npm run conformance -- --config FILE [options] -- COMMAND ...

Starts the platform as somebody's config.toml asks, with the roles, migrations, seeds, functions and keys beside it, on a
fresh database; runs COMMAND against it; ends as COMMAND ended.

  --config FILE          the config.toml of their checkout
  --cwd DIR              where COMMAND runs (the nearest folder above config.toml with a package.json)
  --port N, --db-port N, --migrations DIR, --seed FILE, --functions DIR, --service-ports LIST, --verbose
                         as in npm run platform`

export interface ConformanceRun {
  options: StandaloneOptions
  command: string[]
  /** Null: the checkout that config.toml lies in. */
  cwd: string | null
}

/** Options of this script, options of the platform, `--`, command. Throws an error that shows the usage. */
export function readCommandLine(args: string[]): ConformanceRun {
  const end = args.indexOf('--')
  const command = end < 0 ? [] : args.slice(end + 1)
  const own = end < 0 ? args : args.slice(0, end)
  const at = own.indexOf('--cwd')
  const cwd = at < 0 ? null : own[at + 1]
  if (cwd === undefined) throw refused('--cwd needs a folder')
  const options = readOptions(at < 0 ? own : own.toSpliced(at, 2), USAGE)
  if (!options.configFile) throw refused('--config FILE says as what the platform is started')
  if (options.dataDir || options.databaseUrl)
    throw refused('a suite runs on a fresh database: no --data-dir, no --database-url')
  if (command.length === 0) throw refused('after -- comes the command that runs the suite')
  return { options, command, cwd }
}

function refused(problem: string): Error {
  return new Error(`${problem}\n\n${USAGE}`)
}
