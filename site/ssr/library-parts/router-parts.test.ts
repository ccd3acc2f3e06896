import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'vite'
import { describe, expect, test } from 'vitest'
import { withoutErrorPage } from './hidden-stacks.ts'
import { replacedParts } from './replaced-parts.ts'
import { withoutDevelopersTexts, withoutNames } from './unused-router-parts.ts'

const dist = fileURLToPath(new URL('../../../node_modules/react-router/dist/production/', import.meta.url))
const sourceOf = (path: string): string => readFileSync(dist + path, 'utf8')
const modules = globSync('{*,lib/**/*}.js', { cwd: dist })

/**
 * The originals as they were when their replacements were written. Where one differs after an update: read what it does
 * now when it is switched off, bring its replacement in line, and put the digest it has then here.
 */
const originals: Record<string, string> = {
  'lib/router/instrumentation.js': '80f3af8400627f5f',
  'lib/dom/ssr/fog-of-war.js': 'eb9a6c534f1fb499',
  'lib/dom/ssr/errorBoundaries.js': '2b5d5466a751b1a0',
  'lib/dom/ssr/fallback.js': '74cfc95228406395',
  'lib/dom/ssr/links.js': '5429fb40b03e9d6b',
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

/** Names that a module gives: of `export const a`, `export class A` and `export { a as b }`. */
function exportsOf(source: string): Set<string> {
  const declared = [...source.matchAll(/^\s*export (?:const|class|function) (\w+)/gm)].map(([, name = '']) => name)
  const listed = [...source.matchAll(/^\s*export \{([^}]*)\}/gm)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim().split(' as ').at(-1) ?? ''),
  )
  return new Set([...declared, ...listed])
}

/** Names that any module of the router imports from one of its modules. */
function importedFrom(path: string): Set<string> {
  const names = modules.flatMap((module) =>
    [...sourceOf(module).matchAll(/^import \{([^}]*)\} from "([^"]+)"/gm)].flatMap(([, list = '', from = '']) =>
      join(dirname(module), from) === path ? list.split(',') : [],
    ),
  )
  return new Set(names.map((name) => name.trim().split(' as ')[0] ?? ''))
}

describe.each(Object.entries(replacedParts))('the replacement of %s', (path, replacement) => {
  test('was written for the router that is installed', () => {
    expect(digest(sourceOf(path)), `React Router's ${path} has changed: see originals in this test`).toBe(
      originals[path],
    )
  })

  test('gives what the router imports from it, and nothing that the original does not give', () => {
    const given = exportsOf(replacement)
    expect([...importedFrom(path)].filter((name) => !given.has(name))).toEqual([])
    const original = exportsOf(sourceOf(path))
    expect([...given].filter((name) => !original.has(name))).toEqual([])
  })
})

test('the router’s own error page is found, and what takes its place shows no stack', () => {
  const without = withoutErrorPage(sourceOf('lib/hooks.js'))
  expect(without).not.toBeNull()
  expect(() => parseAst(without ?? '')).not.toThrow()
  expect(without).not.toMatch(/error\.stack/)
})

test('texts for developers are found, and every module is a module without them', () => {
  const shorter = modules.filter((path) => {
    const source = sourceOf(path)
    const without = withoutDevelopersTexts(source)
    expect(() => parseAst(without), path).not.toThrow()
    expect(exportsOf(without), path).toEqual(exportsOf(source))
    return without.length < source.length
  })
  expect(shorter.length).toBeGreaterThan(5)
})

test('components whose names hold them in the bundle are found', () => {
  const source = sourceOf('lib/dom/lib.js')
  const without = withoutNames(source)
  expect(() => parseAst(without)).not.toThrow()
  expect(source).toMatch(/^\w+\.displayName =/m)
  expect(without).not.toMatch(/^\w+\.displayName =/m)
  expect(without.match(/@__PURE__ \*\/ React\$1\.forwardRef/g)?.length).toBe(
    source.match(/= React\$1\.forwardRef\(/g)?.length,
  )
})
