/** One sentence of a specification, and the tests that name it in their titles. */
export interface Statement {
  id: string
  text: string
}

export interface Section {
  title: string
  statements: Statement[]
}

export interface Test {
  file: string
  title: string
}

const ID = /\[((?:S|B|X)\d+(?:\.\d+){0,3})\]/g

const idsIn = (title: string): string[] => [...title.matchAll(ID)].map((match) => match[1] ?? '')

/** Reads "## Section" and "- `ID` text", as the lists of statements have them and as {@link render} writes them. */
export function readStatements(markdown: string): Section[] {
  const sections: Section[] = []
  for (const line of markdown.split('\n')) {
    const heading = /^## (\S.{0,200})$/.exec(line)
    if (heading?.[1]) sections.push({ title: heading[1], statements: [] })
    const statement = /^- `([SBX][\d.]{1,20})` (\S.{0,1000})$/.exec(line)
    if (statement?.[1] && statement[2]) sections.at(-1)?.statements.push({ id: statement[1], text: statement[2] })
  }
  return sections.filter(({ statements }) => statements.length > 0)
}

/** Throws where a title names what no specification says. */
const none = (): Test[] => []

export function testsById(sections: Section[], tests: Test[]): Map<string, Test[]> {
  const found = new Map(sections.flatMap(({ statements }) => statements.map(({ id }) => [id, none()])))
  for (const test of tests) {
    for (const id of new Set(idsIn(test.title))) {
      const shown = found.get(id)
      if (!shown) throw new Error(`${test.file} names the statement ${id}, which there is not: "${test.title}"`)
      shown.push({ file: test.file, title: test.title.replace(ID, '').replace(/\s+/g, ' ').trim() })
    }
  }
  return found
}

/** The document: how many statements have a test, which have none, and each with its tests. */
export function render(sections: Section[], tests: Test[]): string {
  const found = testsById(sections, tests)
  const all = [...found.keys()]
  const without = all.filter((id) => found.get(id)?.length === 0)
  const lines = [
    '# The specifications, statement by statement, and the tests that show them',
    '',
    'Written by `npm run spec` from the titles of the tests: a title carries the ids that its test shows, such as',
    '`[S2.1.3]` (the storefront’s specification) or `[B7.21]` (the back office’s and the platform’s).',
    '',
    `${all.length - without.length} of ${all.length} statements have a test; those without are named at the end.`,
  ]
  for (const { title, statements } of sections) {
    lines.push('', `## ${title}`, '')
    for (const { id, text } of statements) {
      lines.push(`- \`${id}\` ${text}`)
      for (const test of found.get(id) ?? []) lines.push(`  - \`${test.file}\`: ${test.title}`)
    }
  }
  lines.push('', '# Without a test', '', without.map((id) => `\`${id}\``).join(' ') || 'None.')
  return `${lines.join('\n')}\n`
}
