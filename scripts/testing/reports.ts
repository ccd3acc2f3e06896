import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'
import { ROOT } from './run-program.ts'

export interface Counts {
  passed: number
  failed: number
  skipped: number
  /** Tests that failed and passed at the second try: neither passed nor failed before the whole run is judged. */
  wavering?: number
  /** What failed, where the step knows. */
  failures?: Failure[]
  /** Files of tests with failures that may be run once more. What they hold is part of the counts above. */
  failedFiles?: FileCounts[]
}

export interface Failure {
  place: string
  /** First line of why, or empty. */
  reason: string
  isWavering?: boolean
}

export interface FileCounts {
  path: string
  passed: number
  failed: number
  skipped: number
  failures: Failure[]
}

/** Long enough for an assertion's message, short enough for a list of them. */
const REASON_LENGTH = 300

function failureAt(file: string, title: string, reason?: string): Failure {
  return { place: `${relative(ROOT, file)} › ${title}`, reason: firstLine(reason) }
}

function unhandledFailure(message: string): Failure {
  return { place: 'an error outside of every test', reason: firstLine(message) }
}

function firstLine(text = ''): string {
  return stripVTControlCharacters(text).trim().split('\n', 1)[0]?.slice(0, REASON_LENGTH) ?? ''
}

export function sentence({ place, reason, isWavering = false }: Failure): string {
  const told = isWavering ? `${place} (passed at the second try)` : place
  return reason === '' ? told : `${told}: ${reason}`
}

const vitestFile = z.object({
  name: z.string(),
  status: z.string(),
  message: z.string().optional(),
  assertionResults: z.array(
    z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).nullish() }),
  ),
})
const vitestReport = z.object({ testResults: z.array(vitestFile) })

/**
 * Counts and failures of the report that vitest's `json` reporter writes, and of the errors that `unhandled-errors.ts`
 * writes: these belong to no file, so no second try takes them back.
 */
export function readVitest(json: string, unhandledErrors: string): Counts {
  const files = vitestReport.parse(JSON.parse(json)).testResults.map(countFile)
  const unhandled = z.array(z.string()).parse(JSON.parse(unhandledErrors)).map(unhandledFailure)
  const sum = (of: 'passed' | 'failed' | 'skipped') => files.reduce((total, file) => total + file[of], 0)
  return {
    passed: sum('passed'),
    failed: sum('failed') + unhandled.length,
    skipped: sum('skipped'),
    failures: [...files.flatMap(({ failures }) => failures), ...unhandled],
    failedFiles: files.filter(({ failed }) => failed > 0),
  }
}

function countFile({ name, status, message, assertionResults }: z.infer<typeof vitestFile>): FileCounts {
  const failures = assertionResults
    .filter((test) => test.status === 'failed')
    .map(({ fullName, failureMessages }) => failureAt(name, fullName, failureMessages?.[0]))
  // A file that could not be loaded, whose hook failed or whose process ended has no test that failed.
  if (status === 'failed' && failures.length === 0) {
    failures.push(
      failureAt(name, assertionResults.length === 0 ? 'could not be loaded' : 'outside of its tests', message),
    )
  }
  const passed = assertionResults.filter((test) => test.status === 'passed').length
  const skipped = assertionResults.filter((test) => !['passed', 'failed'].includes(test.status)).length
  return { path: name, passed, failed: failures.length, skipped, failures }
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

/** Counts and failures of the report that Playwright's `json` reporter writes, which has tried each failed test again. */
export function readPlaywright(json: string): Counts {
  const { config, suites, stats } = playwrightReport.parse(JSON.parse(json))
  const failures = suites.flatMap(specsOf).flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ status, results }) => ({
        ...failureAt(`${config.rootDir}/${file}`, title, results.find(({ error }) => error)?.error?.message),
        isWavering: status === 'flaky',
      })),
  )
  const { expected, unexpected, flaky, skipped } = stats
  return { passed: expected, failed: unexpected, skipped, wavering: flaky, failures }
}

function specsOf({ specs, suites = [] }: z.infer<typeof playwrightSuite>): z.infer<typeof playwrightSpec>[] {
  return [...specs, ...suites.flatMap(specsOf)]
}
