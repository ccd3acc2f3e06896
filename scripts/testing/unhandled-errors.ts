import { writeFileSync } from 'node:fs'
import type { Reporter } from 'vitest/node'

/** Reporter of vitest: errors outside of every test and hook, which its `json` reporter does not tell. */
export default class UnhandledErrors implements Reporter {
  onTestRunEnd(...[, errors]: Parameters<NonNullable<Reporter['onTestRunEnd']>>) {
    const file = process.env.UNHANDLED_ERRORS_FILE
    if (file) writeFileSync(file, JSON.stringify(errors.map(({ message }) => message)))
  }
}
