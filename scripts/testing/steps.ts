import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { type Output, type ProgramOptions, runProgram } from './run-program.ts'

export interface Counts {
  passed: number
  failed: number
  skipped: number
}

/** Something that a step needs is not on this machine: the message says how to get it. */
export class SetupError extends Error {}

export interface Step {
  name: string
  run(output?: Output): Promise<Counts>
}

/** A tool that is right or wrong as a whole: one test. */
export function check(name: string, ...programs: ProgramOptions[]): Step {
  return {
    name,
    async run(output) {
      for (const program of programs) {
        if ((await runProgram(program, output)) !== 0) return { passed: 0, failed: 1, skipped: 0 }
      }
      return { passed: 1, failed: 0, skipped: 0 }
    },
  }
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
})

/** `workers` caps how many files run at a time, where other steps run beside it. */
export function vitest(project: string, { workers }: { workers?: number } = {}): Step {
  return {
    name: `vitest ${project}`,
    run: (output) =>
      withReport(async (report) => {
        const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
        const cap = workers === undefined ? [] : [`--maxWorkers=${workers}`]
        const args = ['run', '--project', project, ...cap, ...reporters]
        const code = await runProgram({ program: 'vitest', args }, output)
        const counts = vitestReport.parse(JSON.parse(await readFile(report, 'utf8')))
        // A file that could not be loaded has no tests to count as failed.
        const broken = counts.testResults.filter(
          (file) => file.status === 'failed' && file.assertionResults.length === 0,
        )
        const failed = counts.numFailedTests + broken.length
        return {
          passed: counts.numPassedTests,
          // An error outside of every test (a hook, an unhandled rejection) only shows in the exit code.
          failed: failed === 0 && code !== 0 ? 1 : failed,
          skipped: counts.numPendingTests + counts.numTodoTests,
        }
      }),
  }
}

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
})

/** `findChromium` returns its path, or null for Playwright's own; throws a sentence where there is none. */
export function playwright(findChromium: () => string | null): Step {
  return {
    name: 'playwright',
    run: (output) =>
      withReport(async (report) => {
        // Looked for here and not before: a machine without a browser still runs every other test.
        const chromium = findChromium()
        const env: Record<string, string> = chromium === null ? {} : { PLAYWRIGHT_CHROMIUM: chromium }
        const json = { PLAYWRIGHT_JSON_OUTPUT_FILE: report }
        const args = ['test', '--reporter=list,json']
        const code = await runProgram({ program: 'playwright', args, env: { ...env, ...json } }, output)
        const { stats } = playwrightReport.parse(JSON.parse(await readFile(report, 'utf8')))
        const failed = stats.unexpected + stats.flaky
        return { passed: stats.expected, failed: failed === 0 && code !== 0 ? 1 : failed, skipped: stats.skipped }
      }),
  }
}

async function withReport(run: (path: string) => Promise<Counts>): Promise<Counts> {
  const folder = await mkdtemp(join(tmpdir(), 'dahlia-report-'))
  try {
    return await run(join(folder, 'report.json'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** One step, or lanes: lists of steps that run side by side, the steps of a lane one after the other. */
export type Stage = Step | Step[][]

/** Runs all, also after a failure, and returns the sum. A step of a lane is shown when it ends. */
export async function runSteps(stages: Stage[]): Promise<Counts> {
  const sum: Counts = { passed: 0, failed: 0, skipped: 0 }
  const add = ({ passed, failed, skipped }: Counts) => {
    sum.passed += passed
    sum.failed += failed
    sum.skipped += skipped
  }
  const runLane = async (steps: Step[]) => {
    for (const step of steps) add(await runHidden(step))
  }
  for (const stage of stages) {
    if (Array.isArray(stage)) await Promise.all(stage.map(runLane))
    else add(await runShown(stage))
  }
  return sum
}

function runShown(step: Step): Promise<Counts> {
  console.log(`\n── ${step.name}`)
  return timed(step)
}

async function runHidden(step: Step): Promise<Counts> {
  const printed: Buffer[] = []
  return timed(
    step,
    (chunk) => printed.push(chunk),
    () => {
      console.log(`\n── ${step.name}`)
      process.stdout.write(Buffer.concat(printed))
    },
  )
}

/** A step that could not run at all is a failed test. */
async function timed(step: Step, output?: Output, beforeSummary = () => {}): Promise<Counts> {
  const began = performance.now()
  const result = await step.run(output).catch((error: unknown) => error)
  beforeSummary()
  const counts = isCounts(result) ? result : { passed: 0, failed: 1, skipped: 0 }
  if (!isCounts(result)) console.error(result instanceof SetupError ? result.message : result)
  console.log(`── ${step.name}: ${summary(counts)} in ${Math.round((performance.now() - began) / 1000)} s`)
  return counts
}

const isCounts = (value: unknown): value is Counts => typeof value === 'object' && value !== null && 'passed' in value

export function summary({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
