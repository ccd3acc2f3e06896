import { readFileSync } from 'node:fs'
import { type ResolveHookContext, registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { FunctionRuntime } from './runtime.ts'
import { packageAdvice, readSpecifier, type SpecifierContext, type Target } from './specifiers.ts'
import { GLOBALS_MODULE, transformModule } from './transform.ts'

/** One loaded version of a function: its modules carry its id in their URLs, so that each function has its own. */
export interface FunctionModules extends SpecifierContext {
  id: string
  runtime: FunctionRuntime
  /** Where packages are looked for after the importing file's own folders: URLs of files. */
  packageRoots: string[]
  /** Paths of the modules loaded so far. */
  files: Set<string>
}

type Next = (specifier: string, context: ResolveHookContext) => { url: string; format?: string | null | undefined }

const SERVE_MODULE = 'supabase-function:serve'
const PARAMETER = 'supabase-function'
const loaded = new Map<string, FunctionModules>()
let registered = false

/** The URL under which a function's entry is imported. */
export function addFunctionModules(modules: FunctionModules, entry: URL): string {
  register()
  loaded.set(modules.id, modules)
  return marked(entry.href, modules.id)
}

/** The modules stay in Node's memory; what they import later is no longer theirs to ask for. */
export function removeFunctionModules(id: string): void {
  loaded.delete(id)
}

function register() {
  if (registered) return
  registered = true
  // Sources are text: this is the one way from them to the runtime that belongs to them.
  Reflect.set(globalThis, Symbol.for(PARAMETER), (id: string) => loaded.get(id)?.runtime)
  registerHooks({
    resolve(specifier, context, next) {
      const modules = modulesOf(context.parentURL)
      return modules
        ? resolve({ specifier, importer: context.parentURL ?? '', context, next, modules })
        : next(specifier, context)
    },
    load(url, context, next) {
      const modules = modulesOf(url)
      if (!modules || context.importAttributes.type === 'json') return next(url, context)
      return { format: 'module', shortCircuit: true, source: sourceOf(new URL(url), modules) }
    },
  })
}

function modulesOf(url: string | undefined): FunctionModules | null {
  if (!url?.includes(`${PARAMETER}=`)) return null
  return loaded.get(new URL(url).searchParams.get(PARAMETER) ?? '') ?? null
}

function marked(url: string, id: string): string {
  const result = new URL(url)
  result.searchParams.set(PARAMETER, id)
  return result.href
}

function sourceOf(url: URL, modules: FunctionModules): string {
  const runtime = `globalThis[Symbol.for(${JSON.stringify(PARAMETER)})](${JSON.stringify(modules.id)})`
  if (url.href.startsWith(GLOBALS_MODULE)) {
    return `export const { ${Object.keys(modules.runtime.globals).join(', ')} } = ${runtime}.globals`
  }
  if (url.href.startsWith(SERVE_MODULE)) return `export const { serve } = ${runtime}`
  modules.files.add(fileURLToPath(url))
  return transformModule(url, modules.importMap?.jsx ?? null)
}

interface Resolution {
  specifier: string
  /** URL of the importing module: `context.parentURL` becomes whatever Node was asked about last. */
  importer: string
  context: ResolveHookContext
  next: Next
  modules: FunctionModules
}

function resolve(resolution: Resolution) {
  const { specifier, importer, modules } = resolution
  const virtual = (url: string) => ({ url, format: 'module', shortCircuit: true })
  if (specifier === GLOBALS_MODULE) return virtual(marked(GLOBALS_MODULE, modules.id))
  const target = readSpecifier(specifier, importer, modules)
  if (target.kind === 'empty') return virtual('data:text/javascript,')
  if (target.kind === 'serve') return virtual(marked(SERVE_MODULE, modules.id))
  if (target.kind === 'missing') throw missing(resolution, target.advice)
  return ownModule(findModule(resolution, target), modules)
}

/** Files of the project become the function's own; packages and builtins are the process's. */
function ownModule<Found extends { url: string }>(found: Found, { id }: FunctionModules) {
  const own = found.url.startsWith('file:') && !found.url.includes('/node_modules/')
  return { ...found, url: own ? marked(found.url, id) : found.url, shortCircuit: true }
}

function findModule(resolution: Resolution, target: Extract<Target, { kind: 'module' | 'packages' }>) {
  const { specifier, importer, context, next, modules } = resolution
  const names = target.kind === 'module' ? [target.specifier] : target.names
  const bare = names.every((name) => !/^(?:\.{0,2}\/|[a-z]+:)/.test(name))
  let reason: unknown
  for (const parentURL of bare ? [importer, ...modules.packageRoots] : [importer]) {
    for (const name of names) {
      try {
        return next(name, { ...context, parentURL })
      } catch (error) {
        reason ??= error
      }
    }
  }
  if (!bare) throw reason
  throw missing(resolution, packageAdvice(specifier, names))
}

function missing({ specifier, importer }: Resolution, advice: string): Error {
  const path = fileURLToPath(importer.split('?')[0] ?? '')
  return new Error(`${path}:${lineOf(specifier, path)}: ${JSON.stringify(specifier)} is not here: ${advice}`)
}

function lineOf(specifier: string, path: string): number {
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.findIndex((line) => line.includes(`'${specifier}'`) || line.includes(`"${specifier}"`)) + 1
}
