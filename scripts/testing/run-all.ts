import { runSteps, type Stage, summary } from './steps.ts'

/** Runs all of it, tells what failed and, in the last line, how many tests passed, and ends the process. */
export async function runAll(stages: Stage[]): Promise<never> {
  const { failures, ...counts } = await runSteps(stages)
  if (failures.length > 0) console.log(`\n── failed, if only once\n${failures.join('\n')}`)
  console.log(`\n${summary(counts)}`)
  process.exit(counts.failed === 0 ? 0 : 1)
}
