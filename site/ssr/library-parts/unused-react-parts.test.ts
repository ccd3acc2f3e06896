import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { unusedFunctions, withoutUnusedFunctions } from './unused-react-parts.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const source = readFileSync(`${root}node_modules/react-dom/cjs/react-dom-client.production.js`, 'utf8')

test('the functions that are left out were read in the React DOM that is installed', () => {
  // After an update: see that each still runs only for view transitions or for refs on fragments, then put the digest here.
  expect(createHash('sha256').update(source).digest('hex').slice(0, 16)).toBe('a319b413b7a19ee3')
})

test('every function is found and emptied, and React DOM is a script without them', () => {
  const lean = withoutUnusedFunctions(source)
  expect(() => parseAst(lean)).not.toThrow()
  const emptied = [...lean.matchAll(/^function (\w+)\([\w$,\s]*\) \{\}$/gm)].map(([, name]) => name)
  const before = [...source.matchAll(/^function (\w+)\([\w$,\s]*\) \{\}$/gm)].map(([, name]) => name)
  expect(emptied.filter((name) => !before.includes(name)).sort()).toEqual([...unusedFunctions].sort())
  expect(lean).not.toContain('FragmentInstance.prototype')
  expect(source.length - lean.length).toBeGreaterThan(25_000)
})

test('no page has a view transition of React or a fragment with a ref', () => {
  const files = globSync('{site,design}/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !file.includes('unused-react-parts'),
  )
  expect(files.length).toBeGreaterThan(200)
  const uses = files.filter((file) =>
    /\bViewTransition\b|addTransitionType|<Fragment[^>]*\bref=/.test(readFileSync(root + file, 'utf8')),
  )
  expect(uses).toEqual([])
})
