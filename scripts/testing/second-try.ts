import type { Counts, FileCounts } from './reports.ts'
import type { Step } from './steps.ts'

export interface Result {
  step: Step
  counts: Counts
}

/** More files than these, and the machine was not merely busy: nothing is run again. */
const FILES_AT_MOST = 6

/** More tests than these that pass only at the second try are no accident of a busy machine. */
const FORGIVEN = 2

/** Runs each file with failures once more, alone, where its step can: what passes then was held up by the other lanes. */
export async function tryAgain(results: Result[], run: (step: Step, path: string) => Promise<Counts>) {
  const files = results.flatMap(({ step, counts }) => (step.again ? (counts.failedFiles ?? []) : []))
  if (files.length > FILES_AT_MOST) return results
  const tried: Result[] = []
  for (const { step, counts } of results) {
    let settled = counts
    for (const file of (step.again && counts.failedFiles) ?? []) {
      settled = withSecondTry(settled, file, await run(step, file.path))
    }
    tried.push({ step, counts: settled })
  }
  return tried
}

function withSecondTry(counts: Counts, file: FileCounts, second: Counts): Counts {
  // A test that is skipped at the second try has not passed.
  if (second.failed > 0 || second.passed === 0 || second.skipped > file.skipped) return counts
  return {
    ...counts,
    passed: counts.passed - file.passed + second.passed - file.failed,
    failed: counts.failed - file.failed,
    skipped: counts.skipped - file.skipped + second.skipped,
    wavering: (counts.wavering ?? 0) + file.failed,
    failures: counts.failures?.map((it) => (file.failures.includes(it) ? { ...it, isWavering: true } : it)) ?? [],
  }
}

/** Those that passed at the second try count as passed while they are few, and as failed once they are more. */
export function judge(counts: Counts[]): { passed: number; failed: number; skipped: number } {
  const sum = (of: 'passed' | 'failed' | 'skipped' | 'wavering') =>
    counts.reduce((total, each) => total + (each[of] ?? 0), 0)
  const wavering = sum('wavering')
  const forgiven = wavering <= FORGIVEN ? wavering : 0
  return { passed: sum('passed') + forgiven, failed: sum('failed') + wavering - forgiven, skipped: sum('skipped') }
}
