import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'

/** `npm:` and `jsr:` specifiers: scope and name, the wanted version, the subpath with its slash. */
const PACKAGE = /^(?:npm|jsr):\/?((?:@[^/@]+\/)?[^/@]+)(?:@([^/]+))?(\/.*)?$/

export interface PackageSpecifier {
  name: string
  version: string | null
  subpath: string
}

export function readPackageSpecifier(specifier: string): PackageSpecifier | null {
  const [, name, version, subpath] = PACKAGE.exec(specifier) ?? []
  return name ? { name, version: version ?? null, subpath: subpath ?? '' } : null
}

/** esm.sh serves npm packages by name, sometimes after the version of its own build: /v135/name@1.2.3/sub?query. */
export function npmPackageOfEsmSh(url: URL): PackageSpecifier | null {
  if (url.host !== 'esm.sh') return null
  return readPackageSpecifier(`npm:${url.pathname.replace(/^\/(?:v\d+\/|stable\/)?\*?/, '')}`)
}

/** Where a project keeps modules that others would download: `<folder>/<host>/<path>` and `<folder>/jsr/<package>`. */
export const VENDOR_FOLDERS = ['_vendor', 'vendor']

export function findVendoredUrl(folders: string[], url: URL): string | null {
  const name = decodeURIComponent(url.pathname)
  return firstFile(
    vendorFolders(folders).flatMap((folder) => [join(folder, url.host, name), join(folder, 'https', url.host, name)]),
  )
}

const manifest = z.looseObject({
  exports: z.union([z.string(), z.record(z.string(), z.string())]).default({}),
})

export function findVendoredPackage(folders: string[], wanted: PackageSpecifier): string | null {
  for (const folder of vendorFolders(folders)) {
    const found = packageFolder(folder, wanted)
    if (found) return packageFile(found, wanted.subpath)
  }
  return null
}

/** `jsr/@scope/name@version`, or `jsr.io/@scope/name/version` as `deno vendor` writes it: of several the newest that fits. */
function packageFolder(folder: string, { name, version }: PackageSpecifier): string | null {
  const scope = join(folder, 'jsr', name.split('/')[0] ?? '')
  const plain = name.split('/')[1] ?? name
  const named = list(scope)
    .filter((entry) => entry.startsWith(`${plain}@`))
    .map((entry) => ({ at: join(scope, entry), version: entry.slice(plain.length + 1) }))
  const nested = list(join(folder, 'jsr.io', name)).map((entry) => ({
    at: join(folder, 'jsr.io', name, entry),
    version: entry,
  }))
  const fitting = [...named, ...nested].filter((entry) => fits(entry.version, version))
  const newest = fitting.sort((a, b) => b.version.localeCompare(a.version, 'en', { numeric: true }))[0]
  return newest?.at ?? null
}

/** Version numbers are compared part by part as far as the wanted range writes them: ^1.2 and ~1.2 ask for 1.x and 1.2.x. */
function fits(version: string, wanted: string | null): boolean {
  const range = /^[\^~]?v?(\d+(?:\.\d+)*)/.exec(wanted ?? '')?.[1]
  if (wanted === null || range === undefined) return true
  if (!/^[\^~]/.test(wanted)) return version === range || version.startsWith(`${range}.`)
  const kept = wanted.startsWith('^') ? 1 : 2
  return version.split('.').slice(0, kept).join('.') === range.split('.').slice(0, kept).join('.')
}

function packageFile(folder: string, subpath: string): string | null {
  const text = ['deno.json', 'jsr.json'].map((name) => join(folder, name)).find(isFile)
  const { exports } = manifest.parse(text ? JSON.parse(readFileSync(text, 'utf8')) : {})
  const mapped = typeof exports === 'string' ? (subpath === '' ? exports : undefined) : exports[`.${subpath}`]
  const guesses =
    subpath === '' ? ['mod.ts', 'index.ts', 'mod.js', 'index.js'] : [subpath, `${subpath}.ts`, `${subpath}/mod.ts`]
  return firstFile((mapped ? [mapped] : guesses).map((name) => join(folder, name)))
}

const vendorFolders = (folders: string[]) =>
  folders.flatMap((folder) => VENDOR_FOLDERS.map((name) => join(folder, name)))

function list(folder: string): string[] {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : []
}

function firstFile(paths: string[]): string | null {
  const found = paths.find(isFile)
  return found ? pathToFileURL(found).href : null
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}
