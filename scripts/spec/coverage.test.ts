import { describe, expect, test } from 'vitest'
import { readStatements, render } from './coverage.ts'
import { readTitles } from './read-titles.ts'

const LISTS = '# Statements\n\n## 2.1 Routes\n\n- `S2.1.1` /cart exists\n- `S2.1.2` /me exists\n\n## Empty\n'

describe('the titles of a test file', () => {
  const titlesOf = (source: string) => readTitles('a.test.ts', source)

  test('carry those of their groups', () => {
    expect(
      titlesOf(`describe('a', () => { test.describe('b', () => { it('c', () => {}) }); test('d', () => {}) })`),
    ).toEqual(['a › b › c', 'a › d'])
  })

  test('may be written once for many rows, or hold expressions', () => {
    const source = `test.each([1, 2])('%s is', () => {}); test(\`\${a} and \${b}\`, () => {})`
    expect(titlesOf(source)).toEqual(['%s is', '… and …'])
  })

  test('are not the strings of other calls, nor waits or steps', () => {
    expect(titlesOf(`open('x', () => {}); test.step('s'); test.use({}); expect('y').toBe('z')`)).toEqual([])
  })
})

describe('the coverage', () => {
  test('tells each statement’s tests, without their ids, and which have none', () => {
    const text = render(readStatements(LISTS), [
      { file: 'a.test.ts', title: 'the cart › is there [S2.1.1]' },
      { file: 'b.test.ts', title: 'whatever' },
    ])
    expect(text).toContain('1 of 2 statements have a test')
    expect(text).toContain('- `S2.1.1` /cart exists\n  - `a.test.ts`: the cart › is there\n- `S2.1.2` /me exists\n')
    expect(text).toMatch(/# Without a test\n\n`S2\.1\.2`\n$/)
  })

  test('reads its own document back', () => {
    const sections = readStatements(LISTS)
    expect(readStatements(render(sections, [{ file: 'a.test.ts', title: 'it [S2.1.2]' }]))).toEqual(sections)
  })

  test('refuses an id that no specification has', () => {
    expect(() => render(readStatements(LISTS), [{ file: 'a.test.ts', title: 'x [S9.9.9]' }])).toThrow(
      'a.test.ts names the statement S9.9.9, which there is not: "x [S9.9.9]"',
    )
  })
})
