import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { type Counts, readPlaywright, readVitest, sentence } from './reports.ts'
import { type Output, type ProgramOptions, ROOT, runProgram } from './run-program.ts'
import { judge, type Result, tryAgain } from './second-try.ts'

/** Something that a step needs is not on this machine: the message says how to get it. */
export class SetupError extends Error {}

export interface Step {
  name: string
  run(output?: Output): Promise<Counts>
  /** Runs one of its files of tests alone. */
  again?(path: string): Promise<Counts>
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

interface VitestOptions {
  /** Caps how many files run at a time, where other steps run beside it. */
  workers?: number
  /** Only the files of some folders, or all but them, where two steps share a project. */
  only?: readonly string[]
  except?: readonly string[]
  /** All files in one process, which starts once: for those that leave nothing behind in it. */
  isShared?: boolean
}

export function vitest(
  project: string,
  { workers, only = [], except = [], isShared = false }: VitestOptions = {},
): Step {
  const folders = [only.length > 0 && `of ${only.join(', ')}`, except.length > 0 && `but ${except.join(', ')}`]
  const name = ['vitest', project, ...folders].filter(Boolean).join(' ')
  const run = (files: string[], output?: Output) =>
    withReport(async (report) => {
      const unhandled = `${report}.unhandled`
      const reporters = ['default', 'json', './scripts/testing/unhandled-errors.ts'].map((it) => `--reporter=${it}`)
      const cap = workers === undefined ? [] : [`--maxWorkers=${workers}`]
      const left = except.map((folder) => `--exclude=${folder}/**`)
      const shared = isShared ? ['--no-isolate'] : []
      const args = [
        'run',
        ...files,
        '--project',
        project,
        ...left,
        ...shared,
        ...cap,
        ...reporters,
        `--outputFile.json=${report}`,
      ]
      const env = { UNHANDLED_ERRORS_FILE: unhandled }
      const code = await runProgram({ program: 'vitest', args, env }, output)
      return byExitCode(readVitest(await readFile(report, 'utf8'), await readFile(unhandled, 'utf8')), code)
    })
  return {
    name,
    run: (output) =>
      run(
        only.map((folder) => join(ROOT, folder, '/')),
        output,
      ),
    again: (path) => run([path]),
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

/** An error outside of every test may show in the exit code alone. */
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

/**
 * Runs all, also after a failure, then the failed files of tests once more while nothing else runs, and returns the sum.
 * A step of a lane is shown when it ends.
 */
export async function runSteps(stages: Stage[]): Promise<Outcome> {
  const results: Result[] = []
  const runLane = async (steps: Step[]) => {
    for (const step of steps) results.push({ step, counts: await runHidden(step) })
  }
  for (const stage of stages) {
    if (Array.isArray(stage)) await Promise.all(stage.map(runLane))
    else results.push({ step: stage, counts: await runShown(stage) })
  }
  const settled = await tryAgain(results, runAlone)
  return { ...judge(settled.map(({ counts }) => counts)), failures: settled.flatMap(told) }
}

export interface Outcome {
  passed: number
  failed: number
  skipped: number
  /** Of each failure, also one that passed at the second try, its step, place and reason. */
  failures: string[]
}

function told({ step, counts: { failed, wavering = 0, failures = [] } }: Result): string[] {
  const untold = failed + wavering > failures.length ? ['see above'] : []
  return [...failures.map(sentence), ...untold].map((failure) => `${step.name}: ${failure}`)
}

function runAlone({ name, again }: Step, path: string): Promise<Counts> {
  return runShown({
    name: `${name}, once more: ${relative(ROOT, path)}`,
    run: async () => again?.(path) ?? { passed: 0, failed: 1, skipped: 0 },
  })
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

export function summary({ passed, failed, skipped, wavering = 0 }: Counts): string {
  const atSecondTry = wavering > 0 ? `, ${wavering} passed at the second try` : ''
  return `${passed} passed, ${failed} failed${atSecondTry}${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
