import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'
import { ROOT } from './run-program.ts'

export interface Counts {
  passed: number
  failed: number
  skipped: number
  /** What failed and the first line of why, where the step knows. */
  failures?: string[]
}

/** Long enough for an assertion's message, short enough for a list of them. */
const REASON_LENGTH = 300

function failure(file: string, title: string, reason = ''): string {
  const first = stripVTControlCharacters(reason).trim().split('\n', 1)[0] ?? ''
  const place = `${relative(ROOT, file)} › ${title}`
  return first === '' ? place : `${place}: ${first.slice(0, REASON_LENGTH)}`
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
})

/** Counts and failures of the report that vitest's `json` reporter writes. */
export function readVitest(json: string): Counts {
  const report = vitestReport.parse(JSON.parse(json))
  const failures = report.testResults.flatMap((file) =>
    file.assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => failure(file.name, fullName, failureMessages?.[0])),
  )
  // A file that could not be loaded has no tests to count as failed.
  const broken = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  failures.push(...broken.map(({ name, message }) => failure(name, 'could not be loaded', message)))
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures,
  }
}

const playwrightTest = z.object({
  status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']),
  results: z.array(z.object({ error: z.object({ message: z.string().optional() }).optional() })),
})
const playwrightSpec = z.object({ title: z.string(), file: z.string(), tests: z.array(playwrightTest) })
const playwrightSuite = z.object({
  specs: z.array(playwrightSpec).default([]),
  get suites() {
    return z.array(playwrightSuite).optional()
  },
})
const playwrightReport = z.object({
  config: z.object({ rootDir: z.string() }),
  suites: z.array(playwrightSuite),
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
})

/** More than these that pass only at the second try are no accident of a busy machine. */
const FORGIVEN = 2

/**
 * Counts and failures of the report that Playwright's `json` reporter writes. What passed at the second try is told among
 * the failures; a few are counted as passed.
 */
export function readPlaywright(json: string): Counts {
  const { config, suites, stats } = playwrightReport.parse(JSON.parse(json))
  const failures = suites.flatMap(specsOf).flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ status, results }) => {
        const told = status === 'flaky' ? `${title} (passed at the second try)` : title
        return failure(`${config.rootDir}/${file}`, told, results.find(({ error }) => error)?.error?.message)
      }),
  )
  const { expected, unexpected, flaky, skipped } = stats
  const forgiven = flaky <= FORGIVEN ? flaky : 0
  return { passed: expected + forgiven, failed: unexpected + flaky - forgiven, skipped, failures }
}

function specsOf({ specs, suites = [] }: z.infer<typeof playwrightSuite>): z.infer<typeof playwrightSpec>[] {
  return [...specs, ...suites.flatMap(specsOf)]
}
