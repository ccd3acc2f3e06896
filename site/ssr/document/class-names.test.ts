import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compile } from 'tailwindcss'
import { expect, test } from 'vitest'
import { parseStyles, type StyleNode } from './style-rules.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const theme = readFileSync(new URL('../../../node_modules/tailwindcss/theme.css', import.meta.url), 'utf8')

/** The classes that some stylesheets of ours give rules to, without the dot. */
function classesOf(nodes: StyleNode[]): string[] {
  return nodes.flatMap((node) => {
    if (node.kind === 'group') return classesOf(node.children)
    if (node.kind !== 'rule') return []
    return node.selectors.flatMap(({ needs }) =>
      needs.filter((name) => name.startsWith('.')).map((name) => name.slice(1)),
    )
  })
}

const tailwind = () => compile(`${theme}\n@tailwind utilities;`)

/** Tailwind generates a rule for every utility whose name stands anywhere in the source, be it a word of a comment. */
test('no class of ours has the name of a Tailwind utility, which would win over it from a later layer', async () => {
  const sheets = globSync('{site,design}/**/*.css', { cwd: root }).map((name) => readFileSync(root + name, 'utf8'))
  const ours = new Set(sheets.flatMap((sheet) => classesOf(parseStyles(sheet))))
  expect(ours.size).toBeGreaterThan(100)

  const { build } = await tailwind()
  const nothing = build([]).length
  const taken: string[] = []
  let before = nothing
  for (const name of ours) {
    const { length } = build([name])
    if (length > before) taken.push(name)
    before = length
  }
  expect(taken).toEqual([])
})

test('a name that Tailwind knows is noticed', async () => {
  const { build } = await tailwind()
  const nothing = build([]).length
  expect(build(['contents']).length).toBeGreaterThan(nothing)
})
