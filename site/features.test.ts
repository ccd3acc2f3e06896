import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../', import.meta.url))
const files = globSync('{site,domain,design}/**/*.{ts,tsx}', { cwd: root }).filter((path) => !path.includes('.test.'))

const specifiers = /\b(?:from|import)\s*\(?\s*['"]([^'"\n]+)['"]/g

/** What a module imports of ours, by paths from the root. Types count: a reader must follow them, too. */
function importsOf(file: string): string[] {
  const found = [...readFileSync(join(root, file), 'utf8').matchAll(specifiers)].flatMap(([, name = '']) => {
    const path = name.replace(/\?.*$/, '')
    if (path.startsWith('#')) return [path.slice(1)]
    return path.startsWith('.') ? [join(dirname(file), path)] : []
  })
  return found.filter((path) => files.includes(path))
}

const graph = new Map(files.map((file) => [file, importsOf(file)]))
const featureOf = (path: string): string | undefined => /^site\/features\/([^/]+)\//.exec(path)?.[1]
const isPrivate = (path: string): boolean => /^site\/features\/[^/]+\/.+\//.test(path)

/** Everything that can be reached from one place, itself only when a circle leads back to it. */
function reachedFrom(start: string, next: (place: string) => Iterable<string>): Set<string> {
  const reached = new Set<string>()
  const waiting = [...next(start)]
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (reached.has(place)) continue
    reached.add(place)
    waiting.push(...next(place))
  }
  return reached
}

const inCircles = (places: Iterable<string>, next: (place: string) => Iterable<string>): string[] =>
  [...places].filter((place) => reachedFrom(place, next).has(place))

test('a feature is imported through the files at its top', () => {
  const broken = files.flatMap((file) =>
    (graph.get(file) ?? [])
      .filter((path) => isPrivate(path) && featureOf(path) !== featureOf(file))
      .map((path) => `${file} → ${path}`),
  )
  expect(broken).toEqual([])
})

test('no circle runs through the features', () => {
  const features = new Map<string, Set<string>>()
  for (const [file, paths] of graph) {
    const own = featureOf(file)
    if (own === undefined) continue
    const others = features.get(own) ?? new Set()
    features.set(own, others)
    for (const path of paths) {
      const other = featureOf(path)
      if (other !== undefined && other !== own) others.add(other)
    }
  }
  expect(features.size).toBeGreaterThan(10)
  expect(inCircles(features.keys(), (feature) => features.get(feature) ?? [])).toEqual([])
})

test('no circle runs through the modules, types counted', () => {
  expect(inCircles(files, (file) => graph.get(file) ?? [])).toEqual([])
})
