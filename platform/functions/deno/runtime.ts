import { Console } from 'node:console'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { inspect } from 'node:util'

/** What a function registers with `Deno.serve`. */
export type ServeHandler = (request: Request, info: ServeInfo) => unknown
interface ServeInfo {
  remoteAddr: { transport: 'tcp'; hostname: string; port: number }
  completed: Promise<void>
}

export interface FunctionRuntime {
  /** The names that a function's modules find without importing them. */
  globals: Record<(typeof RUNTIME_NAMES)[number], unknown>
  /** For `serve` of the standard library. */
  serve(handler: unknown, options?: unknown): unknown
  variables: Record<string, string>
  /** Set by the last call of serve while the modules are evaluated. */
  served: { handler: ServeHandler; onError: ((error: unknown) => unknown) | null } | null
}

export const RUNTIME_NAMES = [
  'Deno',
  'EdgeRuntime',
  'Supabase',
  'console',
  'addEventListener',
  'removeEventListener',
] as const

export interface RuntimeOptions {
  /** The function's own, which it may change. */
  variables: Record<string, string>
  /** Paths that it reads are relative to it. */
  folder: string
  /** Told what goes wrong after a response. */
  onError: (error: unknown) => void
}

/** The part of Deno's namespace that functions use, over variables of their own; nothing of it is global to the process. */
export function createRuntime({ variables, folder, onError: log }: RuntimeOptions): FunctionRuntime {
  const serve = (first: unknown, second?: unknown) => {
    const [handler, options] = isCallable(first)
      ? [first, second]
      : [isCallable(second) ? second : field(first, 'handler'), first]
    if (!isCallable(handler)) throw new TypeError('Deno.serve needs a handler: Deno.serve((request) => new Response())')
    const onError = field(options, 'onError')
    runtime.served = { handler, onError: isCallable(onError) ? onError : null }
    return { finished: new Promise<void>(() => {}), shutdown: async () => {}, ref() {}, unref() {}, addr: ADDRESS }
  }
  const runtime: FunctionRuntime = {
    globals: {
      Deno: denoNamespace({ variables, folder, serve }),
      EdgeRuntime: { waitUntil: (work: unknown) => void Promise.resolve(work).catch(log) },
      Supabase: new Proxy({}, { get: (_, name) => notHere(`Supabase.${String(name)}`) }),
      // Standard output belongs to the platform's announcement.
      console: new Console({ stdout: process.stderr, stderr: process.stderr }),
      // beforeunload, unhandledrejection: events of a worker's life, which a function in this process does not have.
      addEventListener() {},
      removeEventListener() {},
    },
    serve,
    variables,
    served: null,
  }
  return runtime
}

const ADDRESS = { transport: 'tcp', hostname: '0.0.0.0', port: 9999 } as const

interface NamespaceOptions {
  variables: Record<string, string>
  folder: string
  serve: (...args: unknown[]) => unknown
}

function denoNamespace({ variables, folder, serve }: NamespaceOptions) {
  const located = (path: string | URL) => (typeof path === 'string' ? resolve(folder, path) : path)
  return {
    serve,
    env: {
      get: (name: string) => variables[name],
      has: (name: string) => name in variables,
      set(name: string, value: string) {
        variables[name] = value
      },
      delete(name: string) {
        delete variables[name]
      },
      toObject: () => ({ ...variables }),
    },
    readTextFile: (path: string | URL) => readFile(located(path), 'utf8'),
    readFile: async (path: string | URL) => new Uint8Array(await readFile(located(path))),
    cwd: () => folder,
    args: [],
    pid: process.pid,
    // Functions ask for it to write it into a header; it is not this process's truth but the language level that holds.
    version: { deno: '2.1.4', v8: process.versions.v8, typescript: '5.6.2' },
    build: { os: process.platform, arch: process.arch === 'arm64' ? 'aarch64' : 'x86_64', target: '', vendor: '' },
    inspect,
    exit: () => notHere('Deno.exit'),
  }
}

function notHere(name: string): never {
  throw new Error(`${name} does not exist here: functions run in a Node process (docs/platform.md).`)
}

function isCallable(value: unknown): value is (...args: unknown[]) => unknown {
  return typeof value === 'function'
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
