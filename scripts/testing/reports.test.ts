import { expect, test } from 'vitest'
import { readPlaywright, readVitest } from './reports.ts'
import { ROOT } from './run-program.ts'

test('vitest’s failures are told with file, title and first line, files that do not load too', () => {
  const report = {
    numPassedTests: 5,
    numFailedTests: 1,
    numPendingTests: 1,
    numTodoTests: 1,
    testResults: [
      {
        name: `${ROOT}domain/money.test.ts`,
        status: 'failed',
        assertionResults: [
          { fullName: 'money adds', status: 'passed', failureMessages: [] },
          { fullName: 'money is true', status: 'failed', failureMessages: ['\u001b[31mexpected 1\u001b[39m\n  at …'] },
        ],
      },
      { name: `${ROOT}domain/dates.test.ts`, status: 'failed', message: 'Cannot find x', assertionResults: [] },
    ],
  }
  expect(readVitest(JSON.stringify(report))).toEqual({
    passed: 5,
    failed: 2,
    skipped: 2,
    failures: [
      'domain/money.test.ts › money is true: expected 1',
      'domain/dates.test.ts › could not be loaded: Cannot find x',
    ],
  })
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
  expect(readPlaywright(JSON.stringify(report))).toEqual({
    passed: 2,
    failed: 1,
    skipped: 0,
    failures: [
      'tests/e2e/site-home.spec.ts › wavers (passed at the second try): Timeout',
      'tests/e2e/site-home.spec.ts › breaks: No',
    ],
  })
  report.stats.flaky = 3
  expect(readPlaywright(JSON.stringify(report))).toMatchObject({ passed: 1, failed: 4 })
})
