import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Counts, readPlaywright, readVitest } from './reports.ts'
import { type Output, type ProgramOptions, runProgram } from './run-program.ts'

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
        return byExitCode(readVitest(await readFile(report, 'utf8')), code)
      }),
  }
}

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
        return byExitCode(readPlaywright(await readFile(report, 'utf8')), code)
      }),
  }
}

/** An error outside of every test (a hook, an unhandled rejection) only shows in the exit code. */
function byExitCode(counts: Counts, code: number): Counts {
  return counts.failed === 0 && code !== 0 ? { ...counts, failed: 1 } : counts
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
export async function runSteps(stages: Stage[]): Promise<Required<Counts>> {
  const sum = { passed: 0, failed: 0, skipped: 0, failures: [] as string[] }
  const add = ({ name }: Step, counts: Counts) => {
    sum.passed += counts.passed
    sum.failed += counts.failed
    sum.skipped += counts.skipped
    const failures = counts.failures ?? []
    const untold = counts.failed > failures.length ? ['see above'] : []
    sum.failures.push(...[...failures, ...untold].map((failure) => `${name}: ${failure}`))
  }
  const runLane = async (steps: Step[]) => {
    for (const step of steps) add(step, await runHidden(step))
  }
  for (const stage of stages) {
    if (Array.isArray(stage)) await Promise.all(stage.map(runLane))
    else add(stage, await runShown(stage))
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
