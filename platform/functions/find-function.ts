import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PlatformConfig } from '../config/schema.ts'
import { isHandler, type LoadedFunction, loadDenoFunction } from './deno/load-function.ts'
import type { FunctionHandler } from './handler.ts'

/** Letters, digits, dash and underscore; a leading underscore marks shared code, which is not callable. */
const FUNCTION_NAME = /^[A-Za-z0-9][\w-]{0,127}$/

export interface FoundFunction {
  name: string
  /** Imports the module; throws when it does not load or does not export a handler. */
  load(): Promise<FunctionHandler>
}

export interface FinderOptions {
  /** Null: there are no functions. */
  folder: string | null
  settings?: PlatformConfig['functions']
  /** Load functions as Supabase's runtime does. Null: as modules of this process. */
  deno: { variables: Readonly<Record<string, string>>; onError: (error: unknown) => void } | null
}

interface Loaded {
  version: string
  checkedAt: number
  function: Promise<LoadedFunction>
  files: Iterable<string>
}

/** Files are looked at again after this long: a call does not wait for the disk each time, an author hardly notices. */
const CHECK_MS = 300

/**
 * Finds functions by folder: `<folder>/<name>/index.ts`, or where config.toml says. A function is loaded on its first
 * call, and again after its files have changed.
 */
export function createFunctionFinder({ folder, settings = {}, deno }: FinderOptions) {
  const loaded = new Map<string, Loaded>()

  return async function findFunction(name: string): Promise<FoundFunction | null> {
    if (!folder || !FUNCTION_NAME.test(name)) return null
    const { entrypoint } = settings[name] ?? {}
    // As in the CLI a configured entry point is relative to the folder around the functions.
    const path = entrypoint ? resolve(folder, '..', entrypoint) : join(folder, name, 'index.ts')
    const file = await stat(path).catch(() => null)
    if (!file?.isFile()) return null
    return { name, load: async () => (await load(name, path, folder)).handler }
  }

  async function load(name: string, path: string, root: string): Promise<LoadedFunction> {
    const known = loaded.get(name)
    if (known && deno && performance.now() - known.checkedAt < CHECK_MS) return known.function
    const version = await versionOf(known?.files ?? [path])
    const current = loaded.get(name)
    if (current?.version === version) {
      current.checkedAt = performance.now()
      return current.function
    }
    const loading = deno
      ? loadDenoFunction({ path, folder: root, settings: settings[name], ...deno })
      : importHandler(path, current ? version : null)
    const entry: Loaded = { version, checkedAt: performance.now(), function: loading, files: [path] }
    loaded.set(name, entry)
    await loading.then(
      async ({ files }) => {
        current?.function.then(
          ({ dispose }) => dispose(),
          () => {},
        )
        entry.files = files
        entry.version = await versionOf(files)
      },
      () => {},
    )
    return loading
  }
}

/** Changes with any of the files. */
async function versionOf(files: Iterable<string>): Promise<string> {
  const states = await Promise.all([...files].map((file) => stat(file).catch(() => null)))
  return states.map((state) => state?.mtimeMs ?? 0).join('-')
}

async function importHandler(path: string, version: string | null): Promise<LoadedFunction> {
  const url = pathToFileURL(path)
  // Node keeps a module, and a failed import too, for its URL: a version in it lets a changed file load again.
  if (version !== null) url.searchParams.set('v', version)
  const module: { default?: unknown } = await import(/* @vite-ignore */ url.href)
  if (!isHandler(module.default)) {
    throw new Error(`${path} does not export a handler: write \`export default { fetch(request, ctx) { … } }\`.`)
  }
  return { handler: module.default, files: new Set([path]), dispose() {} }
}
