import { allTests } from './testing/all-tests.ts'
import { check, runSteps, summary } from './testing/steps.ts'

// npm run check: the definition of done. All tests, and nothing lying about that nobody uses.
const counts = await runSteps([
  check('no unused files, exports or packages', { program: 'knip', args: [] }),
  ...allTests(),
])
console.log(`\n${summary(counts)}`)
process.exit(counts.failed === 0 ? 0 : 1)
