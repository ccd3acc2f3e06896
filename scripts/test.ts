import { allTests } from './testing/all-tests.ts'
import { runSteps, summary } from './testing/steps.ts'

// npm test: all of its own set-up, every test, and one line at the end that says how many.
const counts = await runSteps(allTests())
console.log(`\n${summary(counts)}`)
process.exit(counts.failed === 0 ? 0 : 1)
