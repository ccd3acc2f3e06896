import { applyImportMap, type ImportMap } from './import-map.ts'
import {
  findVendoredPackage,
  findVendoredUrl,
  npmPackageOfEsmSh,
  type PackageSpecifier,
  readPackageSpecifier,
} from './packages.ts'

/** What a function's import means here. */
export type Target =
  /** A file, or what Node itself finds under the name: a builtin, a file, a package. */
  | { kind: 'module'; specifier: string }
  /** The first of these packages that is installed. */
  | { kind: 'packages'; names: string[] }
  /** Declarations: nothing is left of them at run time. */
  | { kind: 'empty' }
  /** `serve` of Deno's standard library. */
  | { kind: 'serve' }
  | { kind: 'missing'; advice: string }

export interface SpecifierContext {
  importMap: ImportMap | null
  /** Folders whose `_vendor` or `vendor` is searched: the function's, that of all functions, the project's. */
  folders: string[]
}

const STANDARD_SERVE = /^https:\/\/deno\.land\/std(?:@[\w.-]+)?\/http\/server\.ts$/

/** Reads one specifier of a function's source. `importer` is the URL of the file that it stands in. */
export function readSpecifier(specifier: string, importer: string, context: SpecifierContext): Target {
  const { importMap } = context
  const mapped = importMap ? (applyImportMap(importMap, specifier, importer) ?? specifier) : specifier
  if (/\.d\.[cm]?ts$/.test(mapped)) return { kind: 'empty' }
  if (mapped.startsWith('npm:')) return npmPackage(mapped)
  if (mapped.startsWith('jsr:')) return jsrPackage(mapped, context)
  if (/^https?:/.test(mapped)) return webModule(new URL(mapped), context)
  return { kind: 'module', specifier: mapped }
}

function npmPackage(specifier: string): Target {
  const wanted = readPackageSpecifier(specifier)
  return wanted
    ? { kind: 'packages', names: [installedName(wanted)] }
    : { kind: 'missing', advice: 'is no npm: specifier' }
}

function jsrPackage(specifier: string, { folders }: SpecifierContext): Target {
  const wanted = readPackageSpecifier(specifier)
  if (!wanted) return { kind: 'missing', advice: 'is no jsr: specifier' }
  const vendored = findVendoredPackage(folders, wanted)
  if (vendored) return { kind: 'module', specifier: vendored }
  const [scope = '', name = ''] = wanted.name.slice(1).split('/')
  // JSR's registry for npm clients names its packages so; Supabase publishes the same packages on both.
  const alias = installedName({ ...wanted, name: `@jsr/${scope}__${name}` })
  return { kind: 'packages', names: scope === 'supabase' ? [alias, installedName(wanted)] : [alias] }
}

function webModule(url: URL, { folders }: SpecifierContext): Target {
  const vendored = findVendoredUrl(folders, url)
  if (vendored) return { kind: 'module', specifier: vendored }
  if (STANDARD_SERVE.test(url.href)) return { kind: 'serve' }
  const npm = npmPackageOfEsmSh(url)
  if (npm) return { kind: 'packages', names: [installedName(npm)] }
  const place = `supabase/functions/_vendor/${url.host}${url.pathname}`
  return { kind: 'missing', advice: `nothing is downloaded while a function starts: save the module as ${place}` }
}

const installedName = ({ name, subpath }: PackageSpecifier) => `${name}${subpath}`

/** What to do about a package that is in none of the places. */
export function packageAdvice(specifier: string, names: string[]): string {
  const [first = ''] = names
  const name = first
    .split('/')
    .slice(0, first.startsWith('@') ? 2 : 1)
    .join('/')
  const jsr = /^jsr:\/?(@[^/@]+\/[^/@]+)(?:@([^/]+))?/.exec(specifier)
  const wanted = jsr ? `${jsr[1]}@${jsr[2]?.replace(/^[\^~]/, '') ?? 'VERSION'}` : ''
  return jsr
    ? `save the package as supabase/functions/_vendor/jsr/${wanted}/, or install it with npx jsr add ${jsr[1]}`
    : `install it beside the functions or above them: npm install ${name}`
}
