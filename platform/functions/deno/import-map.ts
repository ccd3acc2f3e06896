import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'

/** https://html.spec.whatwg.org/multipage/webappapis.html#import-maps, as deno.json and import_map.json hold it. */
export interface ImportMap {
  /** The file it was read from: relative addresses are relative to it. */
  file: string
  imports: Record<string, string>
  scopes: Record<string, Record<string, string>>
  jsx: JsxOptions
}

export interface JsxOptions {
  runtime: 'automatic' | 'classic'
  importSource?: string | undefined
}

const addresses = z.record(z.string(), z.string())
const file = z.looseObject({
  imports: addresses.default({}),
  scopes: z.record(z.string(), addresses).default({}),
  importMap: z.string().optional(),
  compilerOptions: z.looseObject({ jsx: z.string().optional(), jsxImportSource: z.string().optional() }).optional(),
})

/** The names under which a function's own folder, then the folder of all functions, hold one. */
const NAMES = ['deno.json', 'deno.jsonc', 'import_map.json']

/** The map of a function: the configured file, else the first that lies in its folder, else in the folder of all. */
export function findImportMap(folders: string[], configured: string | null): ImportMap | null {
  if (configured) return readImportMap(configured)
  const path = folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(isFile)
  return path ? readImportMap(path) : null
}

function readImportMap(path: string): ImportMap {
  const { imports, scopes, importMap, compilerOptions } = file.parse(parseJsonc(readText(path)))
  if (importMap && Object.keys(imports).length === 0) return readImportMap(join(dirname(path), importMap))
  const classic = compilerOptions?.jsx === 'react'
  return {
    file: path,
    imports,
    scopes,
    jsx: { runtime: classic ? 'classic' : 'automatic', importSource: compilerOptions?.jsxImportSource },
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new Error(`The import map ${path} cannot be read: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    })
  }
}

/** JSON with comments and trailing commas; what stands in strings stays. */
function parseJsonc(text: string): unknown {
  const bare = text.replace(/"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (part) => (part[0] === '"' ? part : ' '))
  return JSON.parse(bare.replace(/"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/g, (part) => (part === ',' ? '' : part)))
}

/** What the map makes of a specifier: the longest key that fits, in the scope of the importing file first. */
export function applyImportMap(map: ImportMap, specifier: string, importer: string): string | null {
  const base = pathToFileURL(map.file)
  const scopes = Object.entries(map.scopes)
    .map(([prefix, imports]) => ({ prefix: new URL(prefix, base).href, imports }))
    .filter(({ prefix }) => importer === prefix || (prefix.endsWith('/') && importer.startsWith(prefix)))
    .sort((a, b) => b.prefix.length - a.prefix.length)
  for (const { imports } of [...scopes, map]) {
    const address = lookUp(imports, specifier)
    if (address !== null) return /^\.{0,2}\//.test(address) ? new URL(address, base).href : address
  }
  return null
}

function lookUp(imports: Record<string, string>, specifier: string): string | null {
  const exact = imports[specifier]
  if (exact !== undefined) return exact
  const [key] = Object.keys(imports)
    .filter((name) => name.endsWith('/') && specifier.startsWith(name))
    .sort((a, b) => b.length - a.length)
  if (key !== undefined) return `${imports[key]}${specifier.slice(key.length)}`
  // Deno's own: a package that is mapped by its name brings its subpaths.
  const name = Object.keys(imports)
    .filter((entry) => specifier.startsWith(`${entry}/`) && /^(npm|jsr):/.test(imports[entry] ?? ''))
    .sort((a, b) => b.length - a.length)[0]
  return name === undefined ? null : `${imports[name]}${specifier.slice(name.length)}`
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}
