import { glob, readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { readStatements, render, type Section, type Test } from './spec/coverage.ts'
import { readTitles } from './spec/read-titles.ts'

const FILE = 'docs/spec-coverage.md'
const TESTS = '{admin,demo,design,domain,platform,scripts,server,site,supabase,tests}/**/*.{test,spec}.{ts,tsx}'

/**
 * npm run spec: writes {@link FILE}, which test shows which statement of the specifications. `--check` only compares;
 * `--statements FILE FILE` takes the statements from their lists, otherwise they stay those of the document.
 */
async function main() {
  const { values, positionals } = parseArgs({
    options: { check: { type: 'boolean' }, statements: { type: 'boolean' } },
    allowPositionals: true,
  })
  if ((values.statements ?? false) !== positionals.length > 0) {
    throw new Error('Usage: npm run spec -- [--check] [--statements FILE...]')
  }
  const present = await readFile(FILE, 'utf8').catch(() => '')
  const lists = values.statements ? await Promise.all(positionals.map((path) => readFile(path, 'utf8'))) : [present]
  const sections: Section[] = lists.flatMap(readStatements)
  if (sections.length === 0) {
    throw new Error(`${FILE} holds no statement: npm run spec -- --statements FILE... takes them from their lists.`)
  }
  const wanted = render(sections, await allTests())
  if (present === wanted) return console.log(`${FILE} is up to date`)
  if (values.check) throw new Error(`${FILE} does not match the tests: run npm run spec and commit the file.`)
  await writeFile(FILE, wanted)
  console.log(`${FILE} written`)
}

async function allTests(): Promise<Test[]> {
  const files: string[] = []
  for await (const file of glob(TESTS)) files.push(file)
  const titles = files
    .toSorted()
    .map(async (file) => readTitles(file, await readFile(file, 'utf8')).map((title) => ({ file, title })))
  return (await Promise.all(titles)).flat()
}

await main()
