import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readVitest } from './reports.ts'
import { ROOT } from './run-program.ts'
import { runSteps, type Step } from './steps.ts'

beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => {})
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true)
})
afterEach(() => vi.restoreAllMocks())

type Status = 'passed' | 'failed' | 'skipped'

/** What a run of vitest reports of files with tests of these results. */
function report(files: Record<string, Status[]>, { unhandled = [] as string[], broken = [] as string[] } = {}) {
  const testResults = Object.entries(files).map(([name, statuses]) => ({
    name: `${ROOT}${name}`,
    status: statuses.includes('failed') || broken.includes(name) ? 'failed' : 'passed',
    message: 'Hook timed out',
    assertionResults: statuses.map((status, index) => ({
      fullName: `test ${index}`,
      status,
      failureMessages: status === 'failed' ? ['expected 1'] : [],
    })),
  }))
  return readVitest(JSON.stringify({ testResults }), JSON.stringify(unhandled))
}

/** A lane whose files have these results alone. Which were run again, and when, is in `order`. */
function lane(first: ReturnType<typeof report>, alone: Record<string, Status[]>, order: string[] = []): Step {
  return {
    name: 'vitest db',
    async run() {
      order.push('all')
      return first
    },
    async again(path) {
      const name = path.slice(ROOT.length)
      order.push(name)
      return report({ [name]: alone[name] ?? [] })
    },
  }
}

const browsers = (wavering: number, failed = 0): Step => ({
  name: 'playwright',
  run: async () => ({ passed: 10, failed, skipped: 0, wavering, failures: [] }),
})

test('a file that passes alone, once every lane is done, counts as passed and is told', async () => {
  const order: string[] = []
  const first = report({ 'a.test.ts': ['passed', 'failed', 'skipped'], 'b.test.ts': ['passed'] })
  const other = {
    name: 'other',
    async run() {
      await new Promise(setImmediate)
      order.push('other')
      return { passed: 1, failed: 0, skipped: 0 }
    },
  }
  const steps = [[lane(first, { 'a.test.ts': ['passed', 'passed', 'skipped'] }, order)], [other]]
  expect(await runSteps([steps])).toEqual({
    passed: 4,
    failed: 0,
    skipped: 1,
    failures: ['vitest db: a.test.ts › test 1 (passed at the second try): expected 1'],
  })
  expect(order).toEqual(['all', 'other', 'a.test.ts'])
})

test('a file whose hook failed has its tests counted at the second try', async () => {
  const first = report({ 'a.test.ts': ['skipped', 'skipped'] }, { broken: ['a.test.ts'] })
  expect(first).toMatchObject({ passed: 0, failed: 1, skipped: 2 })
  expect(await runSteps([lane(first, { 'a.test.ts': ['passed', 'passed'] })])).toEqual({
    passed: 2,
    failed: 0,
    skipped: 0,
    failures: ['vitest db: a.test.ts › outside of its tests (passed at the second try): Hook timed out'],
  })
})

test.each<[string, Status[]]>([
  ['fails again', ['passed', 'failed']],
  ['fails elsewhere', ['failed', 'passed']],
  ['is skipped', ['passed', 'skipped']],
  ['is not found', []],
])('a file that %s at the second try is red', async (_, second) => {
  const first = report({ 'a.test.ts': ['passed', 'failed'] })
  expect(await runSteps([lane(first, { 'a.test.ts': second })])).toEqual({
    passed: 1,
    failed: 1,
    skipped: 0,
    failures: ['vitest db: a.test.ts › test 1: expected 1'],
  })
})

test('one file that fails again is red beside one that passes', async () => {
  const first = report({ 'a.test.ts': ['failed'], 'b.test.ts': ['failed'] })
  const counts = await runSteps([lane(first, { 'a.test.ts': ['passed'], 'b.test.ts': ['failed'] })])
  expect(counts).toMatchObject({ passed: 1, failed: 1 })
})

test('an error outside of every test is red, whatever passes at the second try', async () => {
  const first = report({ 'a.test.ts': ['failed'] }, { unhandled: ['Too late'] })
  expect(await runSteps([lane(first, { 'a.test.ts': ['passed'] })])).toMatchObject({
    passed: 1,
    failed: 1,
    failures: [expect.stringContaining('second try'), 'vitest db: an error outside of every test: Too late'],
  })
})

test('two tests of the whole run are forgiven, browser tests among them; a third makes all three count', async () => {
  const one = lane(report({ 'a.test.ts': ['failed'] }), { 'a.test.ts': ['passed'] })
  expect(await runSteps([browsers(1), one])).toMatchObject({ passed: 12, failed: 0 })
  expect(await runSteps([browsers(2), one])).toMatchObject({ passed: 10, failed: 3 })
  expect(await runSteps([browsers(3)])).toMatchObject({ passed: 10, failed: 3 })
  expect(await runSteps([browsers(1, 1), one])).toMatchObject({ passed: 12, failed: 1 })
  const both = lane(report({ 'a.test.ts': ['failed', 'failed', 'failed'] }), {
    'a.test.ts': ['passed', 'passed', 'passed'],
  })
  expect(await runSteps([both])).toMatchObject({ passed: 0, failed: 3 })
})

test('six failed files of all lanes are run again, seven are not', async () => {
  const names = Array.from({ length: 7 }, (_, index) => `${index}.test.ts`)
  const all = (status: Status, of: string[]) =>
    Object.fromEntries(of.map((name): [string, Status[]] => [name, [status]]))
  const order: string[] = []
  const [first, rest] = [names.slice(0, 1), names.slice(1)]
  const steps = [rest, first].map((of) => lane(report(all('failed', of)), all('passed', names), order))
  expect(await runSteps(steps)).toMatchObject({ passed: 0, failed: 7 })
  expect(order).toEqual(['all', 'all'])
  expect(await runSteps([lane(report(all('failed', rest)), all('passed', names), order)])).toMatchObject({ failed: 6 })
  expect(order.slice(2)).toEqual(['all', ...rest])
})
