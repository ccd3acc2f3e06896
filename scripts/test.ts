import { allTests } from './testing/all-tests.ts'
import { runSteps, summary } from './testing/steps.ts'

// npm test: all of its own set-up, every test, and one line at the end that says how many.
const counts = await runSteps(allTests())
if (counts.failures.length > 0) console.log(`\n── failed, if only once\n${counts.failures.join('\n')}`)
console.log(`\n${summary(counts)}`)
process.exit(counts.failed === 0 ? 0 : 1)
