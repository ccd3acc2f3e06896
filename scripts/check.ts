import { allTests } from './testing/all-tests.ts'
import { runAll } from './testing/run-all.ts'
import { check } from './testing/steps.ts'

// npm run check: the definition of done. All tests, and nothing lying about that nobody uses.
await runAll([check('no unused files, exports or packages', { program: 'knip', args: [] }), ...allTests()])
