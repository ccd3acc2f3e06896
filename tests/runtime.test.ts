import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, normalize } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

/** Loaded by `npm run dev` alone: the site from its sources. */
const DEVELOPMENT_ONLY = new Set(['vite'])

/** Of the checkout's own: the container has a built site and office. */
const READ_IN_DEVELOPMENT = new Set(['.', 'admin'])

const packageJson = z
  .object({ dependencies: z.record(z.string(), z.string()), imports: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')))

interface Loaded {
  files: Set<string>
  /** Each with a file that imports it. */
  packages: Map<string, string>
}

/** Everything that these files import, and what that imports, except for types. */
function loadedFrom(entries: string[]): Loaded {
  const files = new Set<string>()
  const packages = new Map<string, string>()
  const waiting = [...entries]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file)) continue
    files.add(file)
    for (const specifier of specifiersIn(file)) {
      const path = resolve(specifier, file)
      if (path !== null) waiting.push(path)
      else if (!isBuiltin(specifier) && !specifier.startsWith('virtual:')) packages.set(packageOf(specifier), file)
    }
  }
  return { files, packages }
}

function specifiersIn(file: string): string[] {
  if (!/\.tsx?$/.test(file)) return []
  const { module } = parseSync(file, readFileSync(file, 'utf8'))
  const isValue = (entries: { isType: boolean }[]) => entries.length === 0 || entries.some(({ isType }) => !isType)
  return [
    ...module.staticImports.filter(({ entries }) => isValue(entries)).map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ isType, moduleRequest }) => (isType || !moduleRequest ? [] : [moduleRequest.value])),
    ),
    ...module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
      const literal = /^['"]([^'"]+)['"]$/.exec(readFileSync(file, 'utf8').slice(start, end))
      return literal?.[1] ? [literal[1]] : []
    }),
  ]
}

/** The file of ours that is meant, or null for a package. */
function resolve(specifier: string, from: string): string | null {
  if (specifier.startsWith('.')) return withoutQuery(normalize(join(dirname(from), specifier)))
  if (!specifier.startsWith('#')) return null
  for (const [pattern, target] of Object.entries(packageJson.imports)) {
    const [prefix] = pattern.split('*')
    if (pattern === specifier) return normalize(target)
    if (pattern.includes('*') && specifier.startsWith(prefix ?? '')) {
      return withoutQuery(normalize(target.replace('*', specifier.slice(prefix?.length))))
    }
  }
  throw new Error(`${from} imports ${specifier}, which package.json does not map.`)
}

const withoutQuery = (path: string): string => path.replace(/\?.*$/, '')

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

/** Files and folders whose address a file makes from its own. */
function namedBeside(file: string): string[] {
  const named = readFileSync(file, 'utf8').matchAll(/new URL\('(\.[^']*)', import\.meta\.url\)/g)
  return [...named].map(([, path = '']) => normalize(join(dirname(file), path)))
}

const below = (folder: string, name: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => name.test(path) && !path.includes('.test.'))
    .map((path) => join(folder, path))

describe('what runs in production', () => {
  const dockerfile = readFileSync('Dockerfile', 'utf8')
  const copied = [...dockerfile.matchAll(/^COPY --from=build \/dahlia\/(\S+) /gm)].map(([, path = '']) => path)
  const isCopied = (file: string) => copied.some((path) => file === path || file.startsWith(`${path}/`))
  const [, containerStarts = ''] = /^CMD \["node", "(.+)"\]$/m.exec(dockerfile) ?? []
  const programs = [containerStarts, 'server/main.ts', 'server/worker/main.ts']
  const server = loadedFrom([...programs, ...below('supabase/functions', /^[a-z-]+\/index\.ts$/)])
  const site = loadedFrom(['site/server.ts', ...below('site', /\.tsx$/)])

  test('is found at all', () => {
    expect(server.files.size).toBeGreaterThan(400)
    expect([...server.packages.keys()]).toEqual(expect.arrayContaining(['pg', 'hono', 'undici']))
    expect([...site.packages.keys()]).toEqual(expect.arrayContaining(['react', 'react-router', 'react-dom']))
  })

  test('needs no package that is there for development only', () => {
    const missing = [...server.packages, ...site.packages].filter(
      ([name]) => !(name in packageJson.dependencies) && !DEVELOPMENT_ONLY.has(name),
    )
    expect(missing).toEqual([])
  })

  test('is copied into the container’s image, with the files that it reads', () => {
    const read = [...server.files].flatMap(namedBeside).filter((path) => !READ_IN_DEVELOPMENT.has(path))
    expect(read).toContain('supabase/migrations')
    expect([...server.files, ...read].filter((file) => !isCopied(file))).toEqual([])
  })

  test('is copied from paths that the build stage has', () => {
    const ignored = readFileSync('.dockerignore', 'utf8').trim().split('\n')
    const made = ['node_modules', 'build']
    const given = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) => paths.split(' '))
    const missing = [...given, ...copied].filter((path) => !made.includes(path) && !existsSync(path))
    expect(missing).toEqual([])
    expect(ignored.filter((path) => given.includes(path) || (copied.includes(path) && !made.includes(path)))).toEqual(
      [],
    )
  })

  test('is given settings that there are, by the image and by compose', () => {
    const [, image = ''] = /^ENV NODE_ENV=production (.+)$/m.exec(dockerfile) ?? []
    const [, service = ''] = /\n {4}environment:\n((?: {6}.+\n)+)/.exec(readFileSync('compose.yaml', 'utf8')) ?? []
    const names = [...image.matchAll(/(\w+)=/g), ...service.matchAll(/^ {6}(\w+):/gm)].map(([, name = '']) => name)
    expect(names).toEqual(expect.arrayContaining(['DATA_DIR', 'DATABASE_URL']))
    const settings = readFileSync('.env.example', 'utf8')
    expect(names.filter((name) => !new RegExp(`^# ?${name}=`, 'm').test(settings))).toEqual([])
  })
})
