import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseEnv } from 'node:util'
import type { PlatformConfig } from '../../config/schema.ts'
import type { FunctionHandler } from '../handler.ts'
import { separateEnvironments, withVariables } from './environment.ts'
import { findImportMap } from './import-map.ts'
import { addFunctionModules, type FunctionModules, removeFunctionModules } from './module-hooks.ts'
import { createRuntime, type FunctionRuntime } from './runtime.ts'

export interface LoadOptions {
  /** Its entry. */
  path: string
  /** Folder of all functions. */
  folder: string
  settings: PlatformConfig['functions'][string] | undefined
  /** What the platform gives every function; the project's own `.env` cannot replace it. */
  variables: Readonly<Record<string, string>>
  /** Told what goes wrong after a response. */
  onError: (error: unknown) => void
}

export interface LoadedFunction {
  handler: FunctionHandler
  /** Every file that it was made of. */
  files: Set<string>
  dispose(): void
}

/** The platform's own packages stand in for those that a project has not installed, such as @supabase/supabase-js. */
const OWN_PACKAGES = import.meta.url

/** Loads a function as Supabase's runtime does: TypeScript and specifiers of Deno, modules of its own, `Deno.serve`. */
export async function loadDenoFunction(options: LoadOptions): Promise<LoadedFunction> {
  const { path, folder, settings, onError } = options
  separateEnvironments()
  const project = dirname(folder)
  const configured = settings?.import_map ? resolve(project, settings.import_map) : null
  const importMap = findImportMap([dirname(path), folder], configured)
  const runtime = createRuntime({ variables: await variablesOf(options), folder: dirname(path), onError })
  const modules: FunctionModules = {
    id: randomUUID(),
    runtime,
    importMap,
    folders: [dirname(path), folder, project],
    packageRoots: [pathToFileURL(join(folder, 'index.ts')).href, OWN_PACKAGES],
    files: new Set([path, ...(importMap ? [importMap.file] : [])]),
  }
  const url = addFunctionModules(modules, pathToFileURL(path))
  const dispose = () => removeFunctionModules(modules.id)
  try {
    const module = await withVariables(runtime.variables, () => import(/* @vite-ignore */ url))
    return { handler: handlerOf(module, runtime, path), files: modules.files, dispose }
  } catch (error) {
    dispose()
    throw error
  }
}

/** As in the CLI: `functions/.env`, then what config.toml gives this function, under what the platform itself says. */
async function variablesOf({ folder, settings, variables }: LoadOptions): Promise<Record<string, string>> {
  const text = await readFile(join(folder, '.env'), 'utf8').catch(() => '')
  return { ...definedOnly(parseEnv(text)), ...settings?.env, ...variables }
}

function definedOnly(values: NodeJS.Dict<string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

function handlerOf(module: { default?: unknown }, runtime: FunctionRuntime, path: string): FunctionHandler {
  const exported = module.default
  if (runtime.served) {
    const { handler, onError } = runtime.served
    return inContext(runtime, async (request, { clientAddress }) => {
      const remoteAddr = { transport: 'tcp', hostname: clientAddress, port: 0 } as const
      try {
        return asResponse(await handler(request, { remoteAddr, completed: Promise.resolve() }))
      } catch (error) {
        if (!onError) throw error
        return asResponse(await onError(error))
      }
    })
  }
  if (isHandler(exported)) return inContext(runtime, (request, context) => exported.fetch(request, context))
  throw new Error(
    `${path} serves nothing: call Deno.serve((request) => new Response()), or export default { fetch(request) { … } }.`,
  )
}

function inContext(runtime: FunctionRuntime, fetch: FunctionHandler['fetch']): FunctionHandler {
  return { fetch: (request, context) => withVariables(runtime.variables, () => fetch(request, context)) }
}

function asResponse(value: unknown): Response {
  if (value instanceof Response) return value
  throw new TypeError('The handler of Deno.serve gave no Response.')
}

export function isHandler(value: unknown): value is FunctionHandler {
  return typeof value === 'object' && value !== null && 'fetch' in value && typeof value.fetch === 'function'
}
