import { expect, test } from 'vitest'
import { readPlaywright, readVitest, sentence } from './reports.ts'
import { ROOT } from './run-program.ts'

const inVitest = (fullName: string, status: string, ...failureMessages: string[]) => ({
  fullName,
  status,
  failureMessages,
})

test('vitest’s failures are told with file, title and first line, files that do not load and hooks too', () => {
  const report = {
    testResults: [
      {
        name: `${ROOT}domain/money.test.ts`,
        status: 'failed',
        assertionResults: [
          inVitest('money adds', 'passed'),
          inVitest('money rounds', 'skipped'),
          inVitest('money has words', 'todo'),
          inVitest('money is true', 'failed', '\u001b[31mexpected 1\u001b[39m\n  at …'),
        ],
      },
      { name: `${ROOT}domain/dates.test.ts`, status: 'failed', message: 'Cannot find x', assertionResults: [] },
      {
        name: `${ROOT}domain/words.test.ts`,
        status: 'failed',
        message: 'Hook timed out',
        assertionResults: [inVitest('words', 'skipped')],
      },
      { name: `${ROOT}domain/links.test.ts`, status: 'passed', assertionResults: [inVitest('links', 'passed')] },
    ],
  }
  const counts = readVitest(JSON.stringify(report), JSON.stringify(['Too late\nat …']))
  expect(counts).toMatchObject({ passed: 2, failed: 4, skipped: 3 })
  expect(counts.failures?.map(sentence)).toEqual([
    'domain/money.test.ts › money is true: expected 1',
    'domain/dates.test.ts › could not be loaded: Cannot find x',
    'domain/words.test.ts › outside of its tests: Hook timed out',
    'an error outside of every test: Too late',
  ])
  // What may be run again has its own counts.
  expect(counts.failedFiles).toMatchObject([
    { path: `${ROOT}domain/money.test.ts`, passed: 1, failed: 1, skipped: 2 },
    { path: `${ROOT}domain/dates.test.ts`, passed: 0, failed: 1, skipped: 0 },
    { path: `${ROOT}domain/words.test.ts`, passed: 0, failed: 1, skipped: 1 },
  ])
})

test('Playwright’s failures are told, nested ones and those that passed at the second try too', () => {
  const spec = (title: string, status: string, ...messages: (string | undefined)[]) => ({
    title,
    file: 'site-home.spec.ts',
    tests: [{ status, results: messages.map((message) => (message ? { error: { message } } : {})) }],
  })
  const report = {
    config: { rootDir: `${ROOT}tests/e2e` },
    suites: [
      {
        specs: [spec('holds', 'expected', undefined)],
        suites: [
          { specs: [spec('wavers', 'flaky', 'Timeout\n  waiting', undefined), spec('breaks', 'unexpected', 'No')] },
        ],
      },
    ],
    stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 0 },
  }
  const counts = readPlaywright(JSON.stringify(report))
  expect(counts).toMatchObject({ passed: 1, failed: 1, wavering: 1, skipped: 0 })
  expect(counts.failures?.map(sentence)).toEqual([
    'tests/e2e/site-home.spec.ts › wavers (passed at the second try): Timeout',
    'tests/e2e/site-home.spec.ts › breaks: No',
  ])
})
