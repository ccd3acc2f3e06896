import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path/posix'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { classesOf, className } from './class-name.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const sheets = new Map(globSync('{site,design}/**/*.module.css', { cwd: root }).map((path) => [path, read(path)]))
const sources = globSync('{site,design}/**/*.{ts,tsx}', { cwd: root }).filter((path) => !/\.(test|d)\.tsx?$/.test(path))

const inCamelCase = (name: string): string => name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** `card` of `import * as styles from './card.module.css'` … `styles.card`, as `path card` */
function usedIn(path: string): string[] {
  const text = read(path)
  return [...text.matchAll(/^import \* as (\w+) from '([^']+\.module\.css)'$/gm)].flatMap(
    ([, alias = '', from = '']) => {
      const sheet = from.startsWith('#') ? from.slice(1) : resolve('/', dirname(path), from).slice(1)
      const names = [...text.matchAll(new RegExp(`(?<![\\w.'"/])${alias}\\.(\\w+)`, 'g'))].map(([, name]) => name)
      // An import that nothing uses is as wrong as a class that is not there.
      return names.length > 0 ? names.map((name) => `${sheet} ${name}`) : [`${sheet} (nothing)`]
    },
  )
}

const used = new Set(sources.flatMap(usedIn))
const withoutAnimations = (css: string): string => css.replace(/@keyframes [\w-]+/g, '')
const given = new Set(
  [...sheets].flatMap(([path, css]) => classesOf(withoutAnimations(css)).map((name) => `${path} ${inCamelCase(name)}`)),
)

test('every class that a component names stands in its module', () => {
  expect(used.size).toBeGreaterThan(300)
  expect([...used].filter((name) => !given.has(name))).toEqual([])
})

test('every class of a module is used', () => {
  expect([...given].filter((name) => !used.has(name))).toEqual([])
})

test('what a module says of a class that is not its own, it says of one of the design', () => {
  const design = new Set([...sheets].flatMap(([path, css]) => (path.startsWith('design/') ? classesOf(css) : [])))
  const named = [...sheets.values()].flatMap((css) =>
    [...css.matchAll(/:global\(\.([\w-]+)\)/g)].map(([, name]) => name),
  )
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter((name) => !design.has(name ?? ''))).toEqual([])
})

test('every part that a module or a script asks for is marked by a component', () => {
  const marked = new Set(
    sources.flatMap((path) =>
      [...read(path).matchAll(/(?:data-part="|dataset\.part = ')([^'"]+)/g)].flatMap(([, names = '']) =>
        names.split(' '),
      ),
    ),
  )
  const asked = [...sheets.values(), ...sources.map(read)].flatMap((text) =>
    [...text.matchAll(/\[data-part~?="?([\w-]+)"?\]/g)].map(([, name = '']) => name),
  )
  expect(asked.length).toBeGreaterThan(20)
  expect(asked.filter((name) => !marked.has(name))).toEqual([])
})

test('no two classes of different files get the same name', () => {
  const names = [...sheets].flatMap(([path, css]) =>
    path.startsWith('design/') ? classesOf(css) : classesOf(css).map((name) => className(name, join(root, path), css)),
  )
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test('the rules of a module stand in one layer, so that nothing depends on which is loaded first', () => {
  // Whether something needs script is stronger than every component.
  const unlayered = ['design/visitor.module.css']
  for (const [path, css] of sheets) {
    if (unlayered.includes(path)) continue
    const layer = /^(design|site\/ui)\//.test(path) ? 'primitives' : 'features'
    const text = css.replace(/^(\/\*[\s\S]*?\*\/|@value[^\n]*|\s)+/, '')
    expect(text.startsWith(`@layer ${layer} {`), path).toBe(true)
    expect([...text.matchAll(/^\S/gm)].map(([first]) => first).join(''), path).toBe('@}')
  }
})
