import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PlatformConfig } from '../config/schema.ts'
import type { FunctionHandler } from './handler.ts'

/** Letters, digits, dash and underscore; a leading underscore marks shared code, which is not callable. */
const FUNCTION_NAME = /^[A-Za-z0-9][\w-]{0,127}$/

export interface FoundFunction {
  name: string
  /** Imports the module; throws when it does not load or does not export a handler. */
  load(): Promise<FunctionHandler>
}

/**
 * Finds functions by folder: `<folder>/<name>/index.ts`, or where config.toml says. A module is imported on its first call, and again after its
 * file has changed (files that it imports are not watched).
 */
export function createFunctionFinder(folder: string | null, settings: PlatformConfig['functions'] = {}) {
  const loaded = new Map<string, { version: number; handler: Promise<FunctionHandler> }>()

  return async function findFunction(name: string): Promise<FoundFunction | null> {
    if (!folder || !FUNCTION_NAME.test(name)) return null
    const { entrypoint } = settings[name] ?? {}
    // As in the CLI a configured entry point is relative to the folder around the functions.
    const path = entrypoint ? resolve(folder, '..', entrypoint) : join(folder, name, 'index.ts')
    const file = await stat(path).catch(() => null)
    if (!file?.isFile()) return null
    return { name, load: () => load({ name, path, version: file.mtimeMs }) }
  }

  function load({ name, path, version }: { name: string; path: string; version: number }): Promise<FunctionHandler> {
    const known = loaded.get(name)
    if (known?.version === version) return known.handler
    const handler = importHandler({ path, version: known ? version : null })
    loaded.set(name, { version, handler })
    return handler
  }
}

async function importHandler({ path, version }: { path: string; version: number | null }) {
  const url = pathToFileURL(path)
  // Node keeps a module, and a failed import too, for its URL: a version in it lets a changed file load again.
  if (version !== null) url.searchParams.set('v', String(version))
  const module: { default?: unknown } = await import(/* @vite-ignore */ url.href)
  if (!isHandler(module.default)) {
    throw new Error(`${path} does not export a handler: write \`export default { fetch(request, ctx) { … } }\`.`)
  }
  return module.default
}

function isHandler(value: unknown): value is FunctionHandler {
  return typeof value === 'object' && value !== null && 'fetch' in value && typeof value.fetch === 'function'
}
